import LabProviders

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// PocketSphinx with its US English model: a recogniser for one session at a time.
///
/// An utterance of the decoder lasts from one `finalize` to the next. Its own silence removal keeps the
/// pauses between them from costing time.
final class PocketSphinxEngine: Engine {
  /// How often the decoder goes over what it heard.
  enum Passes: Hashable, Sendable {
    /// A fast search while audio comes; at the end a second search and the best path through the word
    /// lattice.
    case all
    /// The fast search alone: final at once, and less right.
    case single

    fileprivate var options: [String] {
      self == .all ? [] : ["-fwdflat", "no", "-bestpath", "no"]
    }
  }

  private let passes: Passes
  private var library: PocketSphinxLibrary?
  private var decoder: PocketSphinxLibrary.Decoder?
  private var lastPartial = ""
  private var isInSpeech = false

  init(passes: Passes) {
    self.passes = passes
  }

  deinit {
    if let decoder { _ = library?.free(decoder) }
  }

  func open(_ session: EngineSession) throws(EngineProblem) -> Int? {
    guard session.opening.primaryLanguage == "en" else {
      throw EngineProblem(
        "\(session.provider) understands English only, and the conversation is in “\(session.opening.language)”."
      )
    }
    guard session.opening.sampleRate == 16_000 else {
      throw EngineProblem("\(session.provider) hears audio of 16000 Hz only.")
    }
    if decoder == nil { decoder = try makeDecoder() }
    try begin()
    return nil
  }

  func handle(_ command: EngineCommand, in session: EngineSession) {
    guard let library, let decoder else { return }
    switch command {
    case .audio(let bytes):
      let samples = SampleBytes.samples(bytes)
      guard library.process(decoder, samples, samples.count, 0, 0) >= 0 else {
        return session.reply(.error(nil, "The decoder could not take the audio."))
      }
      let speaks = library.isInSpeech(decoder) != 0
      if speaks, !isInSpeech { session.reply(.speechStarted) }
      isInSpeech = speaks
      let text = hypothesis
      guard text != lastPartial, !text.isEmpty else { return }
      lastPartial = text
      session.reply(.partial(text))
    case .finalize(let id):
      _ = library.end(decoder)
      session.reply(.final(hypothesis, answers: id))
      do {
        try begin()
      } catch {
        session.reply(.error(nil, error.message))
      }
    case .open, .request, .speak, .cancel, .close: break
    }
  }

  func close(_ session: EngineSession) {
    guard let decoder else { return }
    _ = library?.end(decoder)
  }

  private var hypothesis: String {
    guard let library, let decoder, let text = library.hypothesis(decoder, nil) else { return "" }
    return String(cString: text)
  }

  private func begin() throws(EngineProblem) {
    lastPartial = ""
    isInSpeech = false
    guard let library, library.start(decoder) >= 0 else {
      throw EngineProblem("PocketSphinx could not begin an utterance.")
    }
  }

  private func makeDecoder() throws(EngineProblem) -> PocketSphinxLibrary.Decoder {
    if let problem = PocketSphinxLibrary.problem { throw problem }
    guard case .success(let library) = PocketSphinxLibrary.loaded, let model = PocketSphinxLibrary.model
    else {
      throw EngineProblem("PocketSphinx could not be loaded.")
    }
    self.library = library
    library.setLog(nil)
    let options =
      [
        "-hmm", model + "/en-us", "-lm", model + "/en-us.lm.bin", "-dict", model + "/cmudict-en-us.dict",
        "-samprate", "16000",
      ] + passes.options
    // The library may keep what it parses, so these few words are never given back.
    var words = options.map { strdup($0) }
    guard let configuration = library.parse(nil, library.definitions(), Int32(words.count), &words, 0),
      let decoder = library.make(configuration)
    else { throw EngineProblem("PocketSphinx could not load its model from \(model).") }
    // The decoder holds the configuration by itself.
    _ = library.freeConfiguration(configuration)
    return decoder
  }
}
