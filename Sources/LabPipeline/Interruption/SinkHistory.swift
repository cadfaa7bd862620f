import LabStatistics
import LabTimeline

/// What the sink played of late, at the microphone's sample rate and on its time line: the reference for
/// echo.
///
/// Between two samples of the sink it draws a straight line; what that folds back from above half the
/// microphone's rate is faint in speech.
struct SinkHistory: Sendable {
  /// How far back it reaches.
  static let reach = Duration.milliseconds(1200)

  let sampleRate: Int
  /// The position in the microphone's stream behind the last sample that is known.
  private(set) var end = 0
  /// Empty where only levels are asked for: a thousand conversations' samples would take turns in the
  /// processor's caches.
  private var samples: [Float]
  /// The energy of each block of 10 ms, as far back as the history reaches.
  private var energies: [Float]
  private var energy: Float = 0
  private let block: Int
  /// The position behind the last sample that was heard: what is that long ago is nothing but zeros.
  private var soundEnd = 0
  /// How much softer than it is the sink plays now.
  var gain: Float = 1

  /// - Parameter keepsSamples: Whether samples are asked for, not levels alone.
  init(sampleRate: Int, keepsSamples: Bool) {
    self.sampleRate = sampleRate
    block = sampleRate / 100
    let blocks = SamplePosition.samples(in: Self.reach, sampleRate: sampleRate) / block
    samples = Array(repeating: 0, count: keepsSamples ? blocks * block : 0)
    energies = Array(repeating: 0, count: blocks)
  }

  /// The sample at a position; silence for what is too long ago or not known yet, and where no samples are
  /// kept.
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
    var stretch = Stretch(step: Double(playout.sampleRate) / Double(sampleRate))
    while end < position {
      // Up to where a block ends. The ring holds whole blocks, so it does not end before.
      let count = min(position - end, block - end % block)
      if isSilent {
        addSilence(count)
        continue
      }
      // Within a stretch the place goes on evenly; only at its end and in silence the sink has to be asked.
      if stretch.isOver, let (place, end) = playout.stretch(heardAt: instant(of: end)) {
        (stretch.place, stretch.end) = (place, end)
      }
      if stretch.isOver {
        addSilence(1)
      } else {
        addSound(playout.sound.span, along: &stretch, atMost: count)
      }
    }
  }

  /// A stretch of the reply that is heard without a break, in samples of the sink.
  private struct Stretch {
    let step: Double
    var place = 0.0
    var end = 0.0
    var isOver: Bool { place >= end }
  }

  private mutating func addSilence(_ count: Int) {
    if !samples.isEmpty {
      let slot = end % samples.count
      for index in slot..<(slot + count) { samples[index] = 0 }
    }
    advance(count)
  }

  private mutating func addSound(_ sound: Span<Int16>, along stretch: inout Stretch, atMost count: Int) {
    let isKept = !samples.isEmpty
    let slot = isKept ? end % samples.count : 0
    var (energy, place, done, heard) = (energy, stretch.place, 0, 0)
    while done < count, place < stretch.end {
      let value = Self.value(of: sound, at: place) * gain
      if isKept { samples[slot + done] = value }
      energy += value * value
      done += 1
      if value != 0 { heard = done }
      place += stretch.step
    }
    if heard > 0 { soundEnd = end + heard }
    self.energy = energy
    stretch.place = place
    advance(done)
  }

  private mutating func advance(_ count: Int) {
    end += count
    guard end % block == 0 else { return }
    energies[(end / block - 1) % energies.count] = energy
    energy = 0
  }

  /// Whether everything that is kept is silence, the block that is not full yet included.
  private var isBlank: Bool { end - soundEnd >= (energies.count + 1) * block }

  private func instant(of position: Int) -> LabInstant {
    LabInstant(nanoseconds: SamplePosition.nanoseconds(ofSamples: position, sampleRate: sampleRate))
  }

  /// What is heard between two samples of the sink.
  private static func value(of sound: Span<Int16>, at place: Double) -> Float {
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
