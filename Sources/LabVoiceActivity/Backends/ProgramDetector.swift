import Foundation

/// A detector that is a program of its own, asked while a conversation goes on.
///
/// Each block is written to the program and its answer waited for before anything else happens, so that what
/// it says depends on the sound alone, in virtual time as in real time. A frame of 10 ms has the probability
/// of the last block that was complete by its end: a program with blocks of 32 ms is that much slower, and
/// shows it. The time that the answer takes is not part of virtual time; in real time it is, and a slow
/// program makes frames late.
public struct ProgramDetector: VoiceActivityDetector {
  public let sampleRate: DetectorSampleRate
  /// Why the program can no longer be asked; nil while all is well.
  public var failure: VoiceActivityError? { process.failure }

  private let program: DetectorProgram
  private var hops: HopAssembler
  private var process: DetectorProcess

  /// Starts the program.
  ///
  /// - Throws: `VoiceActivityError` with the code `detectorFailed` when it does not start or does not say its
  ///   block, and `unsupportedSampleRate` for another rate than 16 kHz.
  public init(_ program: DetectorProgram, sampleRate: DetectorSampleRate) throws(VoiceActivityError) {
    guard sampleRate == .hz16000 else {
      throw VoiceActivityError(
        .unsupportedSampleRate,
        "The detector \(program.name) hears 16000 Hz, not \(sampleRate.rawValue) Hz.",
        hint: "Set sampleRate to 16000 where a program is the detector.")
    }
    self.program = program
    self.sampleRate = sampleRate
    hops = HopAssembler(hopSize: sampleRate.hopSize)
    process = try DetectorProcess(program)
  }

  public mutating func process(_ samples: Span<Int16>, emit: (VoiceFrame) -> Void) {
    var position = 0
    while hops.fill(from: samples, at: &position) {
      emit(
        VoiceFrame(
          endSample: hops.endSample, probability: process.probability(after: hops.hop),
          levelDBFS: SignalLevel.dBFS(energy: SignalLevel.energy(of: hops.hop), count: hops.hop.count)))
    }
  }

  /// Starts the program anew; the old one goes on for copies that still use it. Where it does not start
  /// again, the detector says so as its failure.
  public mutating func reset() {
    hops.reset()
    process = process.restarted()
  }
}
