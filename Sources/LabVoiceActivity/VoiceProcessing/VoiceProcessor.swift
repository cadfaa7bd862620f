import Foundation

/// WebRTC's voice processing of one microphone: echo cancellation, noise suppression and gain control, at 16
/// kHz.
///
/// The order is that of WebRTC's own audio processing module: noise is analysed, echo cancelled, noise
/// suppressed, and the level brought up last. Works in frames of 10 ms; what it gives is 10 ms later than
/// what it gets, whatever the size of the buffers. The library is loaded at run time.
public final class VoiceProcessor: @unchecked Sendable {
  // Unchecked: belongs to one conversation, which is only ever moved by one thread at a time.

  /// What is done to the sound.
  public struct Steps: Hashable, Sendable {
    public var cancelsEcho: Bool
    /// How much noise is taken away: 0 least, 3 most (6, 12, 18 dB and more in `noise_suppression.h`); nil
    /// for none.
    public var noiseLevel: Int?
    public var controlsGain: Bool
    /// From playing a sample to its echo in the microphone, as a device would report it, in milliseconds.
    public var delay: Int

    public init(cancelsEcho: Bool, noiseLevel: Int?, controlsGain: Bool, delay: Int) {
      self.cancelsEcho = cancelsEcho
      self.noiseLevel = noiseLevel
      self.controlsGain = controlsGain
      self.delay = delay
    }
  }

  /// Samples of a frame.
  static let frame = 160

  /// How many samples later its output is than its input.
  public let lag = VoiceProcessor.frame

  /// Whether the library is on this machine.
  public static var isAvailable: Bool {
    if case .success = VoiceProcessingLibrary.shared { true } else { false }
  }

  private let library: VoiceProcessingLibrary
  private let steps: Steps
  private var echo: OpaquePointer?
  private var noise: OpaquePointer?
  private var gain: OpaquePointer?
  private var micLevel: Int32 = 128
  private var near: [Float] = []
  private var far: [Float] = []
  private var done: [Int16]

  /// - Throws: `VoiceActivityError` with the code `detectorFailed` where the library is missing or has no
  ///   memory.
  public init(_ steps: Steps) throws(VoiceActivityError) {
    library = try VoiceProcessingLibrary.shared.get()
    self.steps = steps
    done = Array(repeating: 0, count: Self.frame)
    if steps.cancelsEcho {
      echo = library.echoCreate()
      try Self.require(echo != nil && library.echoInitialise(echo, 16_000, 16_000) == 0, "echo cancellation")
    }
    if let level = steps.noiseLevel {
      noise = library.noiseCreate()
      try Self.require(
        noise != nil && library.noiseInitialise(noise, 16_000) == 0
          && library.noiseSetPolicy(noise, Int32(level)) == 0, "noise suppression")
    }
    if steps.controlsGain {
      gain = library.gainCreate()
      // Mode 2 is adaptive digital: no analogue volume is touched.
      try Self.require(gain != nil && library.gainInitialise(gain, 0, 255, 2, 16_000) == 0, "gain control")
    }
  }

  deinit {
    library.echoFree(echo)
    library.noiseFree(noise)
    library.gainFree(gain)
  }

  private static func require(_ holds: Bool, _ what: String) throws(VoiceActivityError) {
    guard !holds else { return }
    throw VoiceActivityError(
      .detectorFailed, "WebRTC's \(what) could not be set up.",
      hint: "The library \(VoiceProcessingLibrary.fileNames[0]) may be of another release than 0.3.")
  }

  /// Replaces a buffer of the microphone by what is left of it.
  ///
  /// - Parameter played: What the sink plays at the time of each sample of the buffer, in the units of 16-bit
  ///   samples.
  public func process(_ buffer: inout [Int16], played: (Int) -> Float) {
    for index in buffer.indices {
      near.append(Float(buffer[index]))
      far.append(played(index))
    }
    while near.count >= Self.frame {
      done += processed(Array(near.prefix(Self.frame)), Array(far.prefix(Self.frame)))
      near.removeFirst(Self.frame)
      far.removeFirst(Self.frame)
    }
    buffer.replaceSubrange(buffer.indices, with: done.prefix(buffer.count))
    done.removeFirst(buffer.count)
  }

  private func processed(_ near: [Float], _ far: [Float]) -> [Int16] {
    var frame = near
    if let noise { frame.withUnsafeBufferPointer { library.noiseAnalyse(noise, $0.baseAddress) } }
    if let echo {
      far.withUnsafeBufferPointer { _ = library.echoHearFarEnd(echo, $0.baseAddress, Self.frame) }
      frame = through(frame) { input, output in
        _ = library.echoProcess(echo, input, 1, output, Self.frame, Int16(steps.delay), 0)
      }
    }
    if let noise {
      frame = through(frame) { input, output in library.noiseProcess(noise, input, 1, output) }
    }
    var samples = frame.map { Int16(max(-32_768, min(32_767, $0.rounded()))) }
    if let gain { samples = levelled(samples, by: gain) }
    return samples
  }

  private func through(
    _ frame: [Float],
    _ step: (UnsafePointer<UnsafePointer<Float>?>, UnsafePointer<UnsafeMutablePointer<Float>?>) -> Void
  ) -> [Float] {
    var output = [Float](repeating: 0, count: Self.frame)
    frame.withUnsafeBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        var input = source.baseAddress
        var result = target.baseAddress
        step(&input, &result)
      }
    }
    return output
  }

  private func levelled(_ samples: [Int16], by gain: OpaquePointer) -> [Int16] {
    var samples = samples
    var output = [Int16](repeating: 0, count: Self.frame)
    samples.withUnsafeMutableBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        var bands = source.baseAddress
        var level: Int32 = 0
        _ = library.gainVirtualMicrophone(gain, &bands, 1, Self.frame, micLevel, &level)
        micLevel = level
        var input = UnsafePointer(source.baseAddress)
        var result = target.baseAddress
        var isSaturated: UInt8 = 0
        _ = library.gainProcess(gain, &input, 1, Self.frame, &result, micLevel, &level, 0, &isSaturated)
        micLevel = level
      }
    }
    return output
  }
}
