public import LabRecord
import LabStatistics
public import LabTimeline

/// The temperature of an emulated device: C·dT/dt = P − (T − Tₐ)/R, solved exactly between two looks.
public struct ThermalModel: Hashable, Sendable {
  public let profile: DeviceProfile
  /// °C.
  public private(set) var temperature: Double
  public private(set) var state: ThermalState
  /// What the device went through so far.
  public private(set) var reading = DeviceReading()
  private var now = LabInstant.origin

  public init(_ profile: DeviceProfile) {
    self.profile = profile
    temperature = profile.trace.first?.temperature ?? profile.start
    state = .nominal
    state = Self.state(of: temperature, from: .nominal, limits: profile.limits)
    reading.start = temperature
    reading.highest = temperature
    reading.end = temperature
  }

  /// The share of the full speed that computing has now.
  public var speed: Double { profile.speed[state] }

  /// Lets time pass.
  ///
  /// - Parameters:
  ///   - power: Watts that were turned into heat all the while.
  ///   - busy: For how long of it the device computed.
  /// - Returns: the state that it came to, when that is another one.
  @discardableResult
  public mutating func advance(to instant: LabInstant, power: Double, busy: Duration = .zero) -> ThermalState?
  {
    guard instant > now else { return nil }
    let seconds = Double((instant - now).nanoseconds) / 1e9
    now = instant
    reading[state] += seconds
    reading.joules += power * seconds
    reading.busySeconds += Double(busy.nanoseconds) / 1e9
    if profile.trace.isEmpty {
      let settled = profile.ambient + power * profile.resistance
      let rate = PortableMath.exp(-seconds / (profile.resistance * profile.heatCapacity))
      temperature = settled + (temperature - settled) * rate
    } else {
      temperature = traced(at: Double((now - .origin).nanoseconds) / 1e9)
    }
    reading.highest = max(reading.highest, temperature)
    reading.end = temperature
    let before = state
    state = Self.state(of: temperature, from: before, limits: profile.limits)
    if state > before { reading.events += 1 }
    return state == before ? nil : state
  }

  /// The state of a temperature, given the one before it: a hotter one at once, a cooler one with hysteresis.
  static func state(
    of temperature: Double, from before: ThermalState, limits: DeviceProfile.Limits
  ) -> ThermalState {
    func state(_ temperature: Double) -> ThermalState {
      if temperature >= limits.critical { return .critical }
      if temperature >= limits.serious { return .serious }
      return temperature >= limits.fair ? .fair : .nominal
    }
    let risen = state(temperature)
    if risen >= before { return risen }
    return min(before, state(temperature + limits.hysteresis))
  }

  private func traced(at seconds: Double) -> Double {
    let points = profile.trace
    guard let next = points.firstIndex(where: { $0.seconds > seconds }) else {
      return points.last?.temperature ?? profile.start
    }
    guard next > 0 else { return points[0].temperature }
    let (before, after) = (points[next - 1], points[next])
    let share = (seconds - before.seconds) / (after.seconds - before.seconds)
    return before.temperature + share * (after.temperature - before.temperature)
  }
}
