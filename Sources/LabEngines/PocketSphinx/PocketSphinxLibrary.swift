import Foundation

/// The functions of libpocketsphinx 0.8 (pocketsphinx.h, cmd_ln.h, err.h) that the engine calls.
struct PocketSphinxLibrary: Sendable {
  typealias Decoder = OpaquePointer
  typealias Configuration = OpaquePointer

  let definitions: @convention(c) () -> UnsafeRawPointer?
  let parse:
    @convention(c) (
      Configuration?, UnsafeRawPointer?, Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, Int32
    ) -> Configuration?
  let freeConfiguration: @convention(c) (Configuration?) -> Int32
  let make: @convention(c) (Configuration?) -> Decoder?
  let free: @convention(c) (Decoder?) -> Int32
  let start: @convention(c) (Decoder?) -> Int32
  let process: @convention(c) (Decoder?, UnsafePointer<Int16>?, Int, Int32, Int32) -> Int32
  let end: @convention(c) (Decoder?) -> Int32
  let hypothesis: @convention(c) (Decoder?, UnsafeMutablePointer<Int32>?) -> UnsafePointer<CChar>?
  let isInSpeech: @convention(c) (Decoder?) -> UInt8
  let setLog: @convention(c) (UnsafeMutableRawPointer?) -> Void

  private static let package = "libpocketsphinx3 pocketsphinx-en-us"

  /// Loaded when first asked for; the attempt is made once.
  static let loaded = Result { try PocketSphinxLibrary() }

  /// The folder of the acoustic model, the language model and the dictionary; `nil` when there is none.
  static let model: String? = ["/usr/share", "/usr/local/share", "/opt/homebrew/share"]
    .map { $0 + "/pocketsphinx/model/en-us" }
    .first { FileManager.default.fileExists(atPath: $0 + "/en-us.lm.bin") }

  static var problem: EngineProblem? {
    if case .failure(let error) = loaded { return error as? EngineProblem }
    guard model == nil else { return nil }
    return EngineProblem(
      "PocketSphinx has no model of US English on this machine.",
      hint: "Install it, on Debian with: apt-get install pocketsphinx-en-us")
  }

  private init() throws(EngineProblem) {
    let base = try SharedLibrary(
      ["libsphinxbase.so.3", "libsphinxbase.3.dylib"], of: "PocketSphinx", package: Self.package)
    let library = try SharedLibrary(
      ["libpocketsphinx.so.3", "libpocketsphinx.3.dylib"], of: "PocketSphinx", package: Self.package)
    definitions = try library.function("ps_args", as: type(of: definitions))
    parse = try base.function("cmd_ln_parse_r", as: type(of: parse))
    freeConfiguration = try base.function("cmd_ln_free_r", as: type(of: freeConfiguration))
    make = try library.function("ps_init", as: type(of: make))
    free = try library.function("ps_free", as: type(of: free))
    start = try library.function("ps_start_utt", as: type(of: start))
    process = try library.function("ps_process_raw", as: type(of: process))
    end = try library.function("ps_end_utt", as: type(of: end))
    hypothesis = try library.function("ps_get_hyp", as: type(of: hypothesis))
    isInSpeech = try library.function("ps_get_in_speech", as: type(of: isInSpeech))
    setLog = try base.function("err_set_logfp", as: type(of: setLog))
  }
}
