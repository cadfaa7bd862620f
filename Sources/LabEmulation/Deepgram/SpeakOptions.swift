import LabProviders

/// The query of a request to speak, as far as the emulator acts on it.
struct SpeakOptions: Sendable {
  var model: String
  var encoding: String
  var container: String?
  var sampleRate: Int
  var speed: Double

  init(_ query: QueryString, defaultEncoding: String) {
    model = query["model"] ?? "aura-asteria-en"
    encoding = query["encoding"] ?? defaultEncoding
    container = query["container"]
    sampleRate = query["sample_rate"].flatMap { Double($0) }.flatMap { Int(exactly: $0) } ?? 24_000
    speed = query["speed"].flatMap { Double($0) } ?? 1
  }

  /// Why the emulator cannot serve the request.
  var refusal: DeepgramHandshake.Refusal? {
    guard encoding == "linear16", container == nil || container == "none" else {
      return .init(
        status: 400, code: "INVALID_QUERY_PARAMETER",
        message: "The emulator speaks encoding=linear16 with container=none only.")
    }
    guard [8000, 16_000, 24_000, 32_000, 48_000].contains(sampleRate) else {
      return .init(
        status: 400, code: "INVALID_QUERY_PARAMETER",
        message: "sample_rate must be 8000, 16000, 24000, 32000 or 48000 with encoding=linear16.")
    }
    guard (0.7...1.5).contains(speed) else {
      return .init(status: 400, code: "INVALID_QUERY_PARAMETER", message: "speed must be from 0.7 to 1.5.")
    }
    return nil
  }
}
