public import LabProviders

/// The engines that run inside this process, each loaded when it is first asked for.
enum BuiltInEngine: Hashable, Sendable {
  case pocketSphinx(PocketSphinxEngine.Passes)
  case template
  case flite
  case espeakNG
  case appleSpeech
  case appleVoice

  /// - Parameter name: The provider's name in the catalogue; `nil` when no engine has it.
  init?(_ name: String) {
    switch name {
    case "pocketsphinx/en-us": self = .pocketSphinx(.all)
    case "pocketsphinx/en-us-single-pass": self = .pocketSphinx(.single)
    case "template/reply": self = .template
    case "espeak-ng/formant": self = .espeakNG
    case "apple/speech": self = .appleSpeech
    case "apple/voice": self = .appleVoice
    default:
      guard name.hasPrefix("flite/") else { return nil }
      self = .flite
    }
  }

  /// What engines share that must run on one thread, because they keep their state in the process; `nil` for
  /// an engine of which each session has its own.
  var sharedGroup: String? {
    switch self {
    case .flite: "flite"
    case .espeakNG: "espeak-ng"
    case .template: "template"
    case .pocketSphinx, .appleSpeech, .appleVoice: nil
    }
  }

  /// Why the engine cannot run on this machine; `nil` when it can.
  var problem: EngineProblem? {
    switch self {
    case .pocketSphinx: PocketSphinxLibrary.problem
    case .template: nil
    case .flite: FliteLibrary.problem
    case .espeakNG: EspeakLibrary.problem
    case .appleSpeech, .appleVoice: AppleEngines.problem
    }
  }

  func make() -> any Engine {
    switch self {
    case .pocketSphinx(let passes): PocketSphinxEngine(passes: passes)
    case .template: TemplateEngine()
    case .flite: FliteEngine()
    case .espeakNG: EspeakEngine()
    case .appleSpeech: AppleEngines.makeSpeech()
    case .appleVoice: AppleEngines.makeVoice()
    }
  }
}

extension EngineSpecification {
  /// Why the engine cannot be used on this machine; `nil` when everything that it needs is there.
  public var problem: EngineProblem? {
    switch self {
    case .program(let arguments): return ChildProcess.problem(of: arguments)
    case .builtIn(let name):
      guard let engine = BuiltInEngine(name) else {
        return EngineProblem("There is no engine “\(name)” in this version of the lab.")
      }
      return engine.problem
    }
  }
}
