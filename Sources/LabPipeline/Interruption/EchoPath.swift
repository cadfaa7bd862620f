import LabConversation
import LabStatistics
import LabTimeline

/// The way of the agent's voice from the loudspeaker to the microphone: late, softer, and through a small
/// room.
///
/// The impulse response is sparse: the direct sound, and behind it single reflections of either sign, one in
/// every two milliseconds, that fall by 60 dB over the decay. All of it together has the level asked for. It
/// models no device; it is linear, and the same in every run.
struct EchoPath: Sendable {
  private let delay: Int
  private let taps: [(delay: Int, gain: Float)]

  init(settings: SessionSettings) {
    let rate = settings.sampleRate
    delay = SamplePosition.samples(in: settings.echoDelay, sampleRate: rate)
    let length = max(1, SamplePosition.samples(in: settings.echoDecay, sampleRate: rate))
    var generator = SeededGenerator(seed: 1).derived(name: "echo path")
    let step = max(1, rate / 500)
    var taps: [(delay: Int, gain: Double)] = [(0, 1)]
    for start in stride(from: step / 2, to: length, by: step) {
      let place = start + generator.integer(below: step)
      let sign: Double = generator.chance(0.5) ? 1 : -1
      taps.append((place, 0.5 * sign * PortableMath.pow(10, -3 * Double(place) / Double(length))))
    }
    let energy = taps.reduce(0) { $0 + $1.gain * $1.gain }
    let level = PortableMath.pow(10, settings.echoLevelDB / 20) / energy.squareRoot()
    self.taps = taps.map { ($0.delay, Float($0.gain * level)) }
  }

  /// Adds the echo to a buffer of the microphone whose first sample stands at `position`.
  func add(to buffer: inout [Int16], at position: Int, from sink: SinkHistory) {
    for index in buffer.indices {
      let source = position + index - delay
      let echo = taps.reduce(Float(0)) { $0 + $1.gain * sink[source - $1.delay] }
      let sum = Float(buffer[index]) + echo.rounded()
      buffer[index] = Int16(max(-32_768, min(32_767, sum)))
    }
  }
}
