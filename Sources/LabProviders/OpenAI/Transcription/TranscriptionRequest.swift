import LabTimeline

/// The upload of an utterance for transcription: a form with a WAV file.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21), `POST /v1/audio/transcriptions`.
struct TranscriptionRequest {
  /// The largest file that the service takes.
  static let fileLimit = 25_000_000
  // Fixed, so that equal uploads are equal byte for byte. No form field holds it, and sound hardly ever does.
  private static let boundary = "----turnlab-4f1c2b9e7d3a48568c0e"

  let model: String
  let address: ServiceAddress
  let configuration: SessionConfiguration
  /// Whether the transcript is asked for piece by piece.
  let streams: Bool

  func exchange(_ audio: [UInt8], connection: Int) -> ConnectionRequest {
    address.post(
      "/audio/transcriptions",
      headers: OpenAIRequest.headers(configuration, name: "transcription-\(connection)") + [
        HeaderField("Content-Type", "multipart/form-data; boundary=" + Self.boundary),
        HeaderField("Accept", streams ? "text/event-stream" : "application/json"),
      ],
      body: body(audio))
  }

  private func body(_ audio: [UInt8]) -> [UInt8] {
    var fields = [
      ("model", model), ("language", OpenAIRequest.language(configuration.language)),
      ("response_format", "json"),
    ]
    if streams { fields.append(("stream", "true")) }
    var form = ""
    for (name, value) in fields {
      form +=
        "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    form += "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"speech.wav\"\r\n"
    form += "Content-Type: audio/wav\r\n\r\n"
    var body = Array(form.utf8)
    body.reserveCapacity(body.count + audio.count + 128)
    body += WaveFileHeader.bytes(dataBytes: audio.count, sampleRate: configuration.sampleRate)
    body += audio
    body += "\r\n--\(Self.boundary)--\r\n".utf8
    return body
  }
}
