import LabConversation
import LabEmulation
import LabProviders
import LabRecord
import LabTimeline

/// The device at work: it computes on one thing after the other, gets warm, and slows down.
struct DeviceLane: Sendable {
  /// Something that waits until the device is done with it.
  struct Held: Sendable {
    let input: PipelineInput
    let since: LabInstant
    let done: LabInstant
  }

  private let setup: DeviceSetup
  private let settings: SessionSettings
  private var model: ThermalModel
  private var queue: [Held] = []
  private var head = 0
  /// Until when the device has something to do.
  private var busyUntil = LabInstant.origin
  /// Until when heat is accounted for.
  private var accounted = LabInstant.origin
  /// When each stage on the device was last given something to do.
  private var asked: [Stage: LabInstant] = [:]
  /// Computing and engines since heat was last accounted for.
  private var computed = Duration.zero
  private var engineTime = Duration.zero
  /// Since when what is being handled could have been; nil for what was not held.
  private var heldSince: LabInstant?

  init(_ setup: DeviceSetup, settings: SessionSettings) {
    self.setup = setup
    self.settings = settings
    model = ThermalModel(setup.profile)
  }

  /// In which state the device is.
  var state: ThermalState { model.state }

  /// How long the microphone's next buffer is, in samples of the session: a hot device captures in longer
  /// ones.
  var bufferSize: Int { AdaptiveQuality(settings, state: model.state).samples(ofSession: settings) }

  /// Asks for a timer when the next thing is done.
  func setTimer(into out: inout [PipelineAction]) {
    if head < queue.count { out.append(.setTimer(.device, at: queue[head].done)) }
  }

  /// What was asked of the driver, for the engines that run on the device.
  mutating func sent(_ actions: ArraySlice<PipelineAction>, at now: LabInstant) {
    guard !setup.engines.isEmpty else { return }
    for action in actions {
      switch action {
      case .open(let address, _), .send(let address, _):
        if setup.engines.contains(address.stage) { asked[address.stage] = now }
      default: break
      }
    }
  }

  /// Since when what is being handled now could have been.
  func couldBegin(at now: LabInstant) -> LabInstant { heldSince ?? now }

  /// Takes an input, when it is one that has to be computed on.
  ///
  /// - Parameter sound: How long the microphone's buffer is.
  /// - Returns: whether it was taken.
  mutating func hold(_ input: PipelineInput, at now: LabInstant, sound: Duration) -> Bool {
    let cost = setup.profile.cost
    var work: Duration
    var engine = Duration.zero
    switch input {
    case .timer(.microphone):
      work =
        cost.buffer + .nanoseconds(Int64(Double(cost.sound.nanoseconds) * Double(sound.nanoseconds) / 1e9))
    case .arrival(let address, _):
      work = cost.message
      if setup.engines.contains(address.stage), let asked = asked[address.stage], asked < now {
        engine = now - asked
        self.asked[address.stage] = now
      }
    case .timer, .network: return false
    }
    let stretched = scaled(work)
    // An engine took its time at full speed already; what heat adds comes on top, without holding up the
    // rest.
    let added = scaled(engine) - engine
    let done = max(max(now, busyUntil) + stretched, now + added + stretched)
    busyUntil = max(now, busyUntil) + stretched
    computed += stretched
    engineTime += engine + added
    queue.append(
      Held(
        input: input, since: now,
        done: max(done, queue.last.map { head < queue.count ? $0.done : done } ?? done)))
    return true
  }

  /// What the device is done with, one by one.
  mutating func release(at now: LabInstant) -> Held? {
    guard head < queue.count, queue[head].done <= now else { return nil }
    heldSince = queue[head].since
    defer {
      head += 1
      if head == queue.count {
        queue.removeAll(keepingCapacity: true)
        head = 0
      }
    }
    return queue[head]
  }

  private func scaled(_ work: Duration) -> Duration {
    .nanoseconds(Int64((Double(work.nanoseconds) / model.speed).rounded()))
  }

  /// What was released is handled.
  mutating func handled() { heldSince = nil }

  /// Lets the device warm up or cool down.
  ///
  /// - Parameter isSpeaking: Whether the speaker is on.
  /// - Returns: the state that it came to, when that is another one.
  mutating func advance(to now: LabInstant, isSpeaking: Bool) -> ThermalState? {
    guard now > accounted else { return nil }
    // By which share the microphone's power is less because its buffers are longer.
    let relief = AdaptiveQuality(settings, state: model.state).relief(from: settings)
    let power = setup.profile.power
    let seconds = Double((now - accounted).nanoseconds) / 1e9
    accounted = now
    // Voltage falls with the clock: at half the speed computing takes about a quarter of the power, for twice
    // as long.
    let slowed = model.speed * model.speed
    let heat =
      (Double(computed.nanoseconds) * power.compute + Double(engineTime.nanoseconds) * power.engine) / 1e9
      * slowed
    let steady = power.base + power.capture * (1 - relief) + setup.radio + (isSpeaking ? power.speaker : 0)
    let busy = computed + engineTime
    (computed, engineTime) = (.zero, .zero)
    return model.advance(to: now, power: steady + heat / seconds, busy: busy)
  }

  /// What the device went through, times to the millisecond.
  var reading: DeviceReading {
    func rounded(_ value: Double) -> Double { (value * 1e3).rounded() / 1e3 }
    var reading = model.reading
    for state in ThermalState.allCases { reading[state] = rounded(reading[state]) }
    reading.start = rounded(reading.start)
    reading.highest = rounded(reading.highest)
    reading.end = rounded(reading.end)
    reading.busySeconds = rounded(reading.busySeconds)
    reading.joules = rounded(reading.joules)
    return reading
  }
}
