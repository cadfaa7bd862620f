import Foundation

/// WebRTC's detector: Gaussian mixtures over the energies of six bands, with a hangover of its own.
///
/// It decides and gives no probability: 1 for speech and 0 for the rest. Its library is loaded at run time.
public struct WebRTCDetector: VoiceActivityDetector {
  public let sampleRate: DetectorSampleRate

  /// 0 keeps most speech, 3 calls the least noise speech.
  public let mode: Int

  private var hops: HopAssembler
  private var history: SampleHistory
  private var reduced: [Float]
  private var narrow: [Int16]
  private let decimator: Decimator
  private var instance: Instance

  /// Whether the library is on this machine.
  public static var isAvailable: Bool {
    if case .success = WebRTCLibrary.shared { true } else { false }
  }

  /// Makes a detector for one stream.
  ///
  /// - Throws: `VoiceActivityError` with the code `detectorFailed` where the library is missing,
  ///   `invalidSetting` for a mode other than 0 to 3.
  public init(sampleRate: DetectorSampleRate, mode: Int = 3) throws(VoiceActivityError) {
    guard (0...3).contains(mode) else {
      throw VoiceActivityError(
        .invalidSetting, "The mode of WebRTC's detector is \(mode); it has to be 0 to 3.",
        hint: "Write webrtc:0, webrtc:1, webrtc:2 or webrtc:3.")
    }
    self.sampleRate = sampleRate
    self.mode = mode
    hops = HopAssembler(hopSize: sampleRate.hopSize)
    history = SampleHistory(count: 2 * sampleRate.hopSize)
    decimator = Decimator(sampleRate: sampleRate)
    reduced = Array(repeating: 0, count: 80)
    narrow = Array(repeating: 0, count: 80)
    instance = try Instance(library: WebRTCLibrary.shared.get(), mode: mode)
  }

  public mutating func process(_ samples: Span<Int16>, emit: (VoiceFrame) -> Void) {
    // A copy of a detector goes on by itself.
    if !isKnownUniquelyReferenced(&instance) { instance = Instance(copying: instance) }
    var position = 0
    while hops.fill(from: samples, at: &position) {
      emit(
        VoiceFrame(
          endSample: hops.endSample, probability: isSpeech() ? 1 : 0,
          levelDBFS: SignalLevel.dBFS(energy: SignalLevel.energy(of: hops.hop), count: hops.hop.count)))
    }
  }

  public mutating func reset() {
    hops.reset()
    history.reset()
    instance = Instance(like: instance, mode: mode)
  }

  private mutating func isSpeech() -> Bool {
    guard sampleRate == .hz24000 else { return instance.hear(hops.hop, rate: sampleRate.rawValue) }
    // The library does not know 24 kHz; it works at 8 kHz inside, whatever it is given.
    history.append(hops.hop)
    decimator.decimate(history, count: 80, into: &reduced)
    for index in narrow.indices { narrow[index] = Int16(max(-32_768, min(32_767, reduced[index] * 32_768))) }
    return instance.hear(narrow, rate: 8_000)
  }

  /// The library's state of one stream.
  private final class Instance: @unchecked Sendable {
    // Unchecked: only the detector that owns it alone changes it.
    private let library: WebRTCLibrary
    private let handle: OpaquePointer

    init(library: WebRTCLibrary, mode: Int) {
      self.library = library
      guard let handle = library.create() else { preconditionFailure("WebRTC's detector had no memory.") }
      self.handle = handle
      _ = library.initialise(handle)
      _ = library.setMode(handle, Int32(mode))
    }

    convenience init(like other: Instance, mode: Int) {
      self.init(library: other.library, mode: mode)
    }

    /// The state is one block of numbers without pointers (`VadInstT` in `vad_core.h`), so its bytes are a
    /// copy.
    init(copying other: Instance) {
      library = other.library
      guard let handle = library.create() else { preconditionFailure("WebRTC's detector had no memory.") }
      self.handle = handle
      let size = min(library.usableSize(handle), library.usableSize(other.handle))
      memcpy(UnsafeMutableRawPointer(handle), UnsafeRawPointer(other.handle), size)
    }

    deinit { library.free(handle) }

    func hear(_ hop: [Int16], rate: Int) -> Bool {
      hop.withUnsafeBufferPointer {
        library.process(handle, Int32(rate), $0.baseAddress, $0.count) == 1
      }
    }
  }
}
