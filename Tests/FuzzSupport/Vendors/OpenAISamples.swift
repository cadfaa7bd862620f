import LabProviders

extension VendorSamples {
  static let openAI = VendorSamples(requests: [
    "openai.chat.tools": [
      post(
        "/v1/chat/completions",
        #"{"model":"gpt-4o-mini","stream":true,"stream_options":{"include_usage":true},"n":1,"max_completion_tokens":20,"temperature":0.5,"tools":[{"type":"function","function":{"name":"weather","parameters":{"type":"object","properties":{"city":{"type":"string","enum":["Rome"]},"days":{"type":"integer"}},"required":["city"]}}}],"messages":[{"role":"system","content":"Be short."},{"role":"user","content":[{"type":"text","text":"Weather?"}]},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"weather","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"Sun."}]}"#
      ),
      post("/v1/chat/completions", #"{"model":"gpt-4o-mini","messages":[{"role":"user","content":"Hi"}]}"#),
    ],
    "openai.speech.formats": [
      post(
        "/v1/audio/speech",
        #"{"model":"gpt-4o-mini-tts","input":"Hello.","voice":"coral","response_format":"wav","speed":1.5,"stream_format":"sse"}"#
      ),
      post(
        "/v1/audio/speech", #"{"model":"tts-1","input":"Hello.","voice":"alloy","response_format":"pcm"}"#),
    ],
    "openai.transcription.form": [form],
  ])

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
