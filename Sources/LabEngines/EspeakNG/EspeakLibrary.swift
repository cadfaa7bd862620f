import CEngines

/// The functions of libespeak-ng 1.4x and later (speak_lib.h) that the engine calls.
struct EspeakLibrary: Sendable {
  typealias Callback =
    @convention(c) (
      UnsafeMutablePointer<Int16>?, Int32, UnsafeMutablePointer<lab_espeak_event>?
    ) -> Int32

  let initialize: @convention(c) (Int32, Int32, UnsafePointer<CChar>?, Int32) -> Int32
  let setCallback: @convention(c) (Callback?) -> Void
  let setVoice: @convention(c) (UnsafePointer<CChar>?) -> Int32
  let synthesize:
    @convention(c) (
      UnsafePointer<CChar>?, Int, UInt32, Int32, UInt32, UInt32, UnsafeMutablePointer<UInt32>?,
      UnsafeMutableRawPointer?
    ) -> Int32

  /// Loaded when first asked for; the attempt is made once.
  static let loaded = Result { try EspeakLibrary() }

  static var problem: EngineProblem? {
    if case .failure(let error) = loaded { return error as? EngineProblem }
    return nil
  }

  private init() throws(EngineProblem) {
    let library = try SharedLibrary(
      ["libespeak-ng.so.1", "libespeak-ng.1.dylib"], of: "eSpeak NG", package: "libespeak-ng1")
    initialize = try library.function("espeak_Initialize", as: type(of: initialize))
    setCallback = try library.function("espeak_SetSynthCallback", as: type(of: setCallback))
    setVoice = try library.function("espeak_SetVoiceByName", as: type(of: setVoice))
    synthesize = try library.function("espeak_Synth", as: type(of: synthesize))
  }
}
