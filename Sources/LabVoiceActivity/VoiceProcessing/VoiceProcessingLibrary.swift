import Foundation

/// The voice processing functions of Debian's `libwebrtc-audio-processing1`, found at run time.
///
/// The public interface of the library is C++. Beside it, release 0.3 exports the C functions of which that
/// interface is made (`echo_cancellation.h`, `noise_suppression.h` and `gain_control.h` of WebRTC's sources
/// of 2015), and these are what is called: nothing is needed to build this program, and no C++ has to agree
/// with that of the library. Later releases do not export them.
final class VoiceProcessingLibrary: Sendable {
  typealias Pointers<Value> = UnsafePointer<UnsafePointer<Value>?>
  typealias Results<Value> = UnsafePointer<UnsafeMutablePointer<Value>?>
  typealias Create = @convention(c) () -> OpaquePointer?
  typealias EchoFree = @convention(c) (OpaquePointer?) -> Void
  typealias EchoInitialise = @convention(c) (OpaquePointer?, Int32, Int32) -> Int32
  typealias EchoHearFarEnd = @convention(c) (OpaquePointer?, UnsafePointer<Float>?, Int) -> Int32
  typealias EchoProcess =
    @convention(c) (OpaquePointer?, Pointers<Float>, Int, Results<Float>, Int, Int16, Int32) -> Int32
  typealias NoiseInitialise = @convention(c) (OpaquePointer?, UInt32) -> Int32
  typealias NoiseSetPolicy = @convention(c) (OpaquePointer?, Int32) -> Int32
  typealias NoiseAnalyse = @convention(c) (OpaquePointer?, UnsafePointer<Float>?) -> Void
  typealias NoiseProcess = @convention(c) (OpaquePointer?, Pointers<Float>, Int, Results<Float>) -> Void
  typealias GainInitialise = @convention(c) (OpaquePointer?, Int32, Int32, Int16, UInt32) -> Int32
  typealias GainVirtualMicrophone =
    @convention(c) (
      OpaquePointer?, Results<Int16>, Int, Int, Int32, UnsafeMutablePointer<Int32>
    ) -> Int32
  typealias GainProcess =
    @convention(c) (
      OpaquePointer?, Pointers<Int16>, Int, Int, Results<Int16>, Int32, UnsafeMutablePointer<Int32>, Int16,
      UnsafeMutablePointer<UInt8>
    ) -> Int32

  /// Names under which the library is looked for. Version 1 of the file is release 0.3 of the package.
  static let fileNames = ["libwebrtc_audio_processing.so.1", "libwebrtc_audio_processing.so"]

  let echoCreate: Create
  let echoFree: EchoFree
  let echoInitialise: EchoInitialise
  let echoHearFarEnd: EchoHearFarEnd
  let echoProcess: EchoProcess
  let noiseCreate: Create
  let noiseFree: EchoFree
  let noiseInitialise: NoiseInitialise
  let noiseSetPolicy: NoiseSetPolicy
  let noiseAnalyse: NoiseAnalyse
  let noiseProcess: NoiseProcess
  let gainCreate: Create
  let gainFree: EchoFree
  let gainInitialise: GainInitialise
  let gainVirtualMicrophone: GainVirtualMicrophone
  let gainProcess: GainProcess

  /// The library; a failure that says what to install where there is none.
  static let shared: Result<VoiceProcessingLibrary, VoiceActivityError> = load()

  private init(_ handle: UnsafeMutableRawPointer) throws(Missing) {
    func function<Function>(_ symbol: String) throws(Missing) -> Function {
      guard let found = dlsym(handle, "WebRtc" + symbol) else { throw Missing() }
      return unsafeBitCast(found, to: Function.self)
    }
    echoCreate = try function("Aec_Create")
    echoFree = try function("Aec_Free")
    echoInitialise = try function("Aec_Init")
    echoHearFarEnd = try function("Aec_BufferFarend")
    echoProcess = try function("Aec_Process")
    noiseCreate = try function("Ns_Create")
    noiseFree = try function("Ns_Free")
    noiseInitialise = try function("Ns_Init")
    noiseSetPolicy = try function("Ns_set_policy")
    noiseAnalyse = try function("Ns_Analyze")
    noiseProcess = try function("Ns_Process")
    gainCreate = try function("Agc_Create")
    gainFree = try function("Agc_Free")
    gainInitialise = try function("Agc_Init")
    gainVirtualMicrophone = try function("Agc_VirtualMic")
    gainProcess = try function("Agc_Process")
  }

  /// The library lacks a function.
  private struct Missing: Error {}

  private static func load() -> Result<VoiceProcessingLibrary, VoiceActivityError> {
    for name in fileNames {
      // Never closed: the functions are used until the process ends.
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      do throws(Missing) { return .success(try VoiceProcessingLibrary(handle)) } catch { continue }
    }
    return .failure(
      VoiceActivityError(
        .detectorFailed, "Voice processing needs the library \(fileNames[0]), which is not installed.",
        hint: "Install it: apt-get install libwebrtc-audio-processing1."))
  }
}
