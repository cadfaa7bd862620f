import Foundation

/// The voice activity functions of Debian's `libwebrtc-audio-processing1`, found at run time.
///
/// The library's public interface is C++, but it exports the C functions of WebRTC's `common_audio/vad`
/// beside it (`webrtc_vad.h`), which have kept their form since 2015. Nothing is needed to build this
/// program.
final class WebRTCLibrary: Sendable {
  typealias Create = @convention(c) () -> OpaquePointer?
  typealias Free = @convention(c) (OpaquePointer?) -> Void
  typealias Initialise = @convention(c) (OpaquePointer?) -> Int32
  typealias SetMode = @convention(c) (OpaquePointer?, Int32) -> Int32
  typealias Process = @convention(c) (OpaquePointer?, Int32, UnsafePointer<Int16>?, Int) -> Int32
  typealias UsableSize = @convention(c) (OpaquePointer?) -> Int

  /// Names under which the library is looked for. Version 1 of the file is release 0.3 of the package.
  static let fileNames = [
    "libwebrtc_audio_processing.so.1", "libwebrtc-audio-processing-1.so.3", "libwebrtc_audio_processing.so",
  ]

  let create: Create
  let free: Free
  let initialise: Initialise
  let setMode: SetMode
  let process: Process
  /// The C library's size of a block of memory, which Swift does not import.
  let usableSize: UsableSize

  /// The library; a failure that says what to install where there is none.
  static let shared: Result<WebRTCLibrary, VoiceActivityError> = load()

  private init(
    create: @escaping Create, free: @escaping Free, initialise: @escaping Initialise,
    setMode: @escaping SetMode, process: @escaping Process, usableSize: @escaping UsableSize
  ) {
    self.create = create
    self.free = free
    self.initialise = initialise
    self.setMode = setMode
    self.process = process
    self.usableSize = usableSize
  }

  private static func load() -> Result<WebRTCLibrary, VoiceActivityError> {
    for name in fileNames {
      // Never closed: the functions are used until the process ends.
      guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      func function<Function>(_ symbol: String, as type: Function.Type) -> Function? {
        dlsym(handle, "WebRtcVad_" + symbol).map { unsafeBitCast($0, to: type) }
      }
      if let create = function("Create", as: Create.self), let free = function("Free", as: Free.self),
        let initialise = function("Init", as: Initialise.self),
        let setMode = function("set_mode", as: SetMode.self),
        let process = function("Process", as: Process.self),
        let size = dlsym(handle, "malloc_usable_size")
      {
        return .success(
          WebRTCLibrary(
            create: create, free: free, initialise: initialise, setMode: setMode, process: process,
            usableSize: unsafeBitCast(size, to: UsableSize.self)))
      }
    }
    return .failure(
      VoiceActivityError(
        .detectorFailed, "WebRTC's detector needs the library \(fileNames[0]), which is not installed.",
        hint: "Install it: apt-get install libwebrtc-audio-processing1."))
  }
}
