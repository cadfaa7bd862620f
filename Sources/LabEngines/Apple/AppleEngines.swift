import LabProviders

/// The engines that come with macOS. Elsewhere they are a sentence that says so.
enum AppleEngines {
  static var problem: EngineProblem? {
    #if canImport(Speech) && canImport(AVFAudio)
      nil
    #else
      EngineProblem(
        "Apple’s engines are on macOS only.",
        hint: "Name pocketsphinx/en-us, or flite/slt or espeak-ng/formant, in their place.")
    #endif
  }

  static func makeSpeech() -> any Engine {
    #if canImport(Speech) && canImport(AVFAudio)
      AppleSpeechEngine()
    #else
      MissingEngine(problem: problem)
    #endif
  }

  static func makeVoice() -> any Engine {
    #if canImport(Speech) && canImport(AVFAudio)
      AppleVoiceEngine()
    #else
      MissingEngine(problem: problem)
    #endif
  }
}

/// Stands for an engine that this machine cannot have.
final class MissingEngine: Engine {
  private let problem: EngineProblem?

  init(problem: EngineProblem?) { self.problem = problem }

  func open(_ session: EngineSession) throws(EngineProblem) -> Int? {
    throw problem ?? EngineProblem("\(session.provider) is not on this machine.")
  }

  func handle(_ command: EngineCommand, in session: EngineSession) {}

  func close(_ session: EngineSession) {}
}
