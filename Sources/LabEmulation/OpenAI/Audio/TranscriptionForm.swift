import LabProviders

/// What is asked of a transcription, as far as the emulator acts on it.
struct TranscriptionForm {
  /// The largest request that the service takes.
  private static let byteLimit = 26_214_400

  var model: String
  var format: Format
  var streams: Bool
  var includesLogProbabilities: Bool
  var prompt: String
  var language: String?
  /// Which places are told in a verbose answer.
  var granularities: Set<String>
  var sound: WaveFile

  /// The formats of an answer.
  enum Format: String, CaseIterable {
    case json, text, srt, vtt
    case verboseJSON = "verbose_json"
  }

  var isWhisper: Bool { model == "whisper-1" }

  /// Reads a request.
  ///
  /// - Throws: `Refusal` with what the service says to a request that makes no sense.
  init(_ request: ConnectionRequest) throws(Refusal) {
    guard request.body.count <= Self.byteLimit else {
      throw Refusal(
        ChatError(
          status: 413, message: "Maximum content size limit (\(Self.byteLimit)) exceeded.",
          type: "invalid_request_error"))
    }
    let type = request.headers.value(of: "content-type") ?? ""
    guard let form = MultipartForm(contentType: type, body: request.body) else {
      throw Refusal(.invalid(nil, "The body must be multipart/form-data."))
    }
    model = try Self.required("model", of: form).text
    let file = try Self.required("file", of: form)
    prompt = form["prompt"]?.text ?? ""
    language = form["language"]?.text
    // Whisper has no stream and no probabilities; the wish is ignored.
    streams = model != "whisper-1" && form["stream"]?.text.lowercased() == "true"
    includesLogProbabilities = model != "whisper-1" && form.list("include").contains("logprobs")
    granularities = Set(form.list("timestamp_granularities"))
    format = try Self.format(of: form, model: model)
    if let text = form["temperature"]?.text {
      guard let temperature = Double(text), (0...1).contains(temperature) else {
        throw Refusal(.invalid("temperature", "'temperature' must be a number from 0 to 1."))
      }
    }
    guard !file.content.isEmpty, let sound = WaveFile(file.content) else {
      throw Refusal(
        .invalid(
          "file",
          "Audio file might be corrupted or unsupported. The emulator reads WAV with linear samples of 16 bits.",
          code: "invalid_value"))
    }
    guard sound.samples.count * 10 >= sound.sampleRate else {
      throw Refusal(
        .invalid(
          "file", "Audio file is too short. Minimum audio length is 0.1 seconds.", code: "audio_too_short"))
    }
    self.sound = sound
  }

  /// A request that cannot be served.
  struct Refusal: Error {
    let error: ChatError

    init(_ error: ChatError) {
      self.error = error
    }
  }

  private static func required(_ name: String, of form: MultipartForm) throws(Refusal) -> MultipartForm.Part {
    guard let part = form[name] else {
      throw Refusal(
        .invalid(name, "Missing required parameter: '\(name)'.", code: "missing_required_parameter"))
    }
    return part
  }

  private static func format(of form: MultipartForm, model: String) throws(Refusal) -> Format {
    guard let text = form["response_format"]?.text else { return .json }
    guard let format = Format(rawValue: text) else {
      throw Refusal(
        .invalid(
          "response_format", "'response_format' must be one of json, text, srt, verbose_json and vtt.",
          code: "invalid_value"))
    }
    guard model == "whisper-1" || format == .json else {
      throw Refusal(
        .invalid(
          "response_format",
          "response_format '\(text)' is not compatible with model '\(model)'. Use 'json' instead.",
          code: "unsupported_value"))
    }
    return format
  }
}
