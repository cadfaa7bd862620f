import CEngines

/// The functions of libflite 2 (flite.h, cst_audio.h) that the engine calls.
struct FliteLibrary: Sendable {
  typealias Voice = UnsafeMutablePointer<lab_flite_voice>
  typealias Stream = UnsafeMutablePointer<lab_flite_stream>

  let start: @convention(c) () -> Int32
  let makeStream: @convention(c) () -> Stream?
  let streamValue: @convention(c) (Stream?) -> OpaquePointer?
  let setFeature: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> Void
  let say: @convention(c) (UnsafePointer<CChar>?, Voice?, UnsafePointer<CChar>?) -> Float

  static let package = "libflite1"

  /// Loaded when first asked for; the attempt is made once.
  static let loaded = Result { try FliteLibrary() }

  static var problem: EngineProblem? {
    if case .failure(let error) = loaded { return error as? EngineProblem }
    return nil
  }

  private init() throws(EngineProblem) {
    let library = try SharedLibrary(["libflite.so.1", "libflite.dylib"], of: "Flite", package: Self.package)
    start = try library.function("flite_init", as: type(of: start))
    makeStream = try library.function("new_audio_streaming_info", as: type(of: makeStream))
    streamValue = try library.function("audio_streaming_info_val", as: type(of: streamValue))
    setFeature = try library.function("flite_feat_set", as: type(of: setFeature))
    say = try library.function("flite_text_to_speech", as: type(of: say))
  }

  /// Loads a voice, e.g. `slt`.
  func voice(_ name: String) throws(EngineProblem) -> Voice {
    let file = "libflite_cmu_us_\(name)"
    let library = try SharedLibrary(
      [file + ".so.1", file + ".dylib"], of: "Flite’s voice “\(name)”", package: Self.package)
    let register = try library.function(
      "register_cmu_us_\(name)", as: (@convention(c) (UnsafePointer<CChar>?) -> Voice?).self)
    guard let voice = register(nil) else {
      throw EngineProblem("Flite could not make its voice “\(name)” ready.")
    }
    return voice
  }
}
