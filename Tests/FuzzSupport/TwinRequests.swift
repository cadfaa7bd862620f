import LabProviders

/// Requests that the lab's own clients do not make and the vendors' do.
enum TwinRequests {
  static let all: [(String, [ConnectionRequest])] = [
    ("assemblyai.token", [get("/v3/token?expires_in_seconds=60&max_session_duration_seconds=600")]),
    (
      "playht.account",
      [post("/api/v2/leases", ""), post("/api/v4/sdk-auth", "{}"), post("/api/v4/websocket-auth", "{}")]
    ),
    (
      "elevenlabs.timestamps",
      [
        post("/v1/text-to-speech/voice/stream/with-timestamps?output_format=pcm_16000", speech),
        post("/v1/text-to-speech/voice?output_format=mp3_44100_128", speech),
      ]
    ),
    (
      "cartesia.sse",
      [
        post(
          "/tts/sse",
          #"{"model_id":"sonic-3","transcript":"Hello there.","voice":{"mode":"id","id":"v"},"output_format":{"container":"raw","encoding":"pcm_f32le","sample_rate":16000},"add_timestamps":true,"generation_config":{"speed":1.2,"volume":1}}"#
        )
      ]
    ),
    (
      "openai.chat.tools",
      [
        post(
          "/v1/chat/completions",
          #"{"model":"gpt-4o-mini","stream":true,"stream_options":{"include_usage":true},"n":1,"max_completion_tokens":20,"temperature":0.5,"tools":[{"type":"function","function":{"name":"weather","parameters":{"type":"object","properties":{"city":{"type":"string","enum":["Rome"]},"days":{"type":"integer"}},"required":["city"]}}}],"messages":[{"role":"system","content":"Be short."},{"role":"user","content":[{"type":"text","text":"Weather?"}]},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"weather","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"Sun."}]}"#
        ),
        post("/v1/chat/completions", #"{"model":"gpt-4o-mini","messages":[{"role":"user","content":"Hi"}]}"#),
      ]
    ),
    (
      "anthropic.messages.tools",
      [
        post(
          "/v1/messages",
          #"{"model":"claude-haiku-4-5","max_tokens":64,"stream":true,"system":[{"type":"text","text":"Be short."}],"thinking":{"type":"enabled","budget_tokens":1024},"tools":[{"name":"weather","input_schema":{"type":"object","properties":{"city":{"type":"string"}}}}],"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}]}"#
        )
      ]
    ),
    (
      "google.generate.tools",
      [
        post(
          "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
          #"{"contents":[{"role":"user","parts":[{"text":"Hi"}]}],"tools":[{"functionDeclarations":[{"name":"weather","parameters":{"type":"OBJECT","properties":{"city":{"type":"STRING"}}}}]}],"generationConfig":{"maxOutputTokens":30,"thinkingConfig":{"thinkingBudget":128}}}"#
        ),
        post("/v1beta/models/gemini-2.5-flash:generateContent", #"{"contents":[{"parts":[{"text":"Hi"}]}]}"#),
      ]
    ),
    (
      "openai.speech.formats",
      [
        post(
          "/v1/audio/speech",
          #"{"model":"gpt-4o-mini-tts","input":"Hello.","voice":"coral","response_format":"wav","speed":1.5,"stream_format":"sse"}"#
        ),
        post(
          "/v1/audio/speech", #"{"model":"tts-1","input":"Hello.","voice":"alloy","response_format":"pcm"}"#),
      ]
    ),
    ("openai.transcription.form", [form]),
  ]

  private static let speech =
    #"{"text":"Hello there.","model_id":"eleven_flash_v2_5","voice_settings":{"speed":1.1}}"#

  private static func get(_ target: String) -> ConnectionRequest {
    ConnectionRequest(
      transport: .http(method: "GET"), endpoint: .service("fuzz"), target: target,
      headers: [HeaderField("Authorization", "key")])
  }

  private static func post(_ target: String, _ body: String, type: String = "application/json")
    -> ConnectionRequest
  {
    ConnectionRequest(
      transport: .http(method: "POST"), endpoint: .service("fuzz"), target: target,
      headers: [
        HeaderField("Authorization", "Bearer key"), HeaderField("x-api-key", "key"),
        HeaderField("xi-api-key", "key"),
        HeaderField("x-goog-api-key", "key"), HeaderField("anthropic-version", "2023-06-01"),
        HeaderField("Cartesia-Version", "2025-04-16"), HeaderField("X-USER-ID", "user"),
        HeaderField("Content-Type", type),
      ], body: Array(body.utf8))
  }

  private static var form: ConnectionRequest {
    let sound = FuzzSound.bytes(16_000, 400)
    var body = Array(
      "--b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\nwhisper-1\r\n--b\r\nContent-Disposition: form-data; name=\"response_format\"\r\n\r\nverbose_json\r\n--b\r\nContent-Disposition: form-data; name=\"timestamp_granularities[]\"\r\n\r\nword\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\nContent-Type: audio/wav\r\n\r\nRIFF"
        .utf8)
    func number(_ value: Int, _ count: Int) {
      for index in 0..<count { body.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    number(36 + sound.count, 4)
    body += Array("WAVEfmt ".utf8)
    number(16, 4)
    number(1, 2)
    number(1, 2)
    number(16_000, 4)
    number(32_000, 4)
    number(2, 2)
    number(16, 2)
    body += Array("data".utf8)
    number(sound.count, 4)
    body += sound + Array("\r\n--b--\r\n".utf8)
    var request = post("/v1/audio/transcriptions", "", type: "multipart/form-data; boundary=b")
    request.body = body
    return request
  }
}
