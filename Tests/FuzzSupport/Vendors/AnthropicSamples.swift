extension VendorSamples {
  static let anthropic = VendorSamples(requests: [
    "anthropic.messages.tools": [
      post(
        "/v1/messages",
        #"{"model":"claude-haiku-4-5","max_tokens":64,"stream":true,"system":[{"type":"text","text":"Be short."}],"thinking":{"type":"enabled","budget_tokens":1024},"tools":[{"name":"weather","input_schema":{"type":"object","properties":{"city":{"type":"string"}}}}],"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}]}"#
      )
    ]
  ])
}
