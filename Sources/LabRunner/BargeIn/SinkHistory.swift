import LabStatistics
import LabTimeline

/// What the sink played of late, at the microphone's sample rate and on its time line: the reference for echo.
///
/// Between two samples of the sink it draws a straight line; what that folds back from above half the microphone's
/// rate is faint in speech.
struct SinkHistory: Sendable {
  /// How far back it reaches.
  static let reach = Duration.milliseconds(1200)

  let sampleRate: Int
  /// The position in the microphone's stream behind the last sample that is known.
  private(set) var end = 0
  private var samples: [Float]
  /// The energy of each block of 10 ms, as far back as the samples.
  private var energies: [Float]
  private var energy: Float = 0
  private let block: Int
  /// The position behind the last sample that was heard: what is that long ago is nothing but zeros.
  private var soundEnd = 0
  /// How much softer than it is the sink plays now.
  var gain: Float = 1

  init(sampleRate: Int) {
    self.sampleRate = sampleRate
    block = sampleRate / 100
    let count = SamplePosition.samples(in: Self.reach, sampleRate: sampleRate)
    samples = Array(repeating: 0, count: count)
    energies = Array(repeating: 0, count: count / block)
  }

  /// The sample at a position; silence for what is too long ago or not known yet.
  subscript(position: Int) -> Float {
    guard position < end, position >= 0, position >= end - samples.count else { return 0 }
    return samples[position % samples.count]
  }

  /// Takes over what was heard up to `position`. Called before anything about the sink changes.
  mutating func capture(_ playout: Playout, upTo position: Int) {
    guard end < position else { return }
    let isSilent = playout.isSilent(from: instant(of: end))
    // The agent is silent most of the time: then there is nothing to write down.
    if isSilent, isBlank {
      end = position
      return
    }
    let step = Double(playout.sampleRate) / Double(sampleRate)
    var place = 0.0
    var stretchEnd = 0.0
    while end < position {
      let (slot, rest) = (end % samples.count, end % block)
      // Up to where neither the ring nor the block ends.
      let count = min(position - end, samples.count - slot, block - rest)
      for index in 0..<count {
        // Within a stretch the place goes on evenly; only at its end and in silence the sink has to be asked.
        if place >= stretchEnd, !isSilent {
          (place, stretchEnd) = playout.stretch(heardAt: instant(of: end + index)) ?? (0, 0)
        }
        let value = place < stretchEnd ? Self.value(of: playout.sound, at: place) * gain : 0
        place += step
        samples[slot + index] = value
        energy += value * value
        if value != 0 { soundEnd = end + index + 1 }
      }
      end += count
      if rest + count == block {
        energies[(end / block - 1) % energies.count] = energy
        energy = 0
      }
    }
  }

  /// Whether everything that is kept is silence, the block that is not full yet included.
  private var isBlank: Bool { end - soundEnd >= samples.count + block }

  private func instant(of position: Int) -> LabInstant {
    LabInstant(nanoseconds: SamplePosition.nanoseconds(ofSamples: position, sampleRate: sampleRate))
  }

  /// What is heard between two samples of the sink.
  private static func value(of sound: [Int16], at place: Double) -> Float {
    let index = Int(place)
    guard index < sound.count else { return 0 }
    let first = Float(sound[index])
    let second = index + 1 < sound.count ? Float(sound[index + 1]) : first
    return first + (second - first) * Float(place - Double(index))
  }

  /// The loudest block of 10 ms in a stretch before `position`, in dBFS; −120 for silence.
  func loudestLevel(before position: Int, within stretch: Duration) -> Double {
    guard !isBlank else { return -120 }
    let last = min(position, end) / block
    let first = max(0, last - SamplePosition.samples(in: stretch, sampleRate: sampleRate) / block)
    let loudest = (max(first, last - energies.count)..<last).reduce(Float(0)) {
      max($0, energies[$1 % energies.count])
    }
    let power = Double(loudest) / (Double(block) * 32_768 * 32_768)
    return power > 1e-12 ? 10 * PortableMath.log(power) / PortableMath.log(10) : -120
  }
}
