extension VendorSamples {
  static let google = VendorSamples(requests: [
    "google.generate.tools": [
      post(
        "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
        #"{"contents":[{"role":"user","parts":[{"text":"Hi"}]}],"tools":[{"functionDeclarations":[{"name":"weather","parameters":{"type":"OBJECT","properties":{"city":{"type":"STRING"}}}}]}],"generationConfig":{"maxOutputTokens":30,"thinkingConfig":{"thinkingBudget":128}}}"#
      ),
      post("/v1beta/models/gemini-2.5-flash:generateContent", #"{"contents":[{"parts":[{"text":"Hi"}]}]}"#),
    ]
  ])
}
