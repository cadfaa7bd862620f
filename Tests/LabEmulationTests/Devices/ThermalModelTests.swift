import LabRecord
import LabTimeline
import Testing

@testable import LabEmulation

@Suite("The thermal model")
struct ThermalModelTests {
  private static var device: DeviceProfile {
    var device = DeviceProfile(name: "lump", summary: "")
    device.ambient = 25
    device.start = 25
    device.heatCapacity = 100
    device.resistance = 10
    return device
  }

  private static func at(_ seconds: Int) -> LabInstant { .origin + .seconds(seconds) }

  @Test("comes to the temperature at which as much heat leaves as comes in")
  func settles() {
    var model = ThermalModel(Self.device)
    model.advance(to: Self.at(100_000), power: 1.5)
    #expect(abs(model.temperature - 40) < 1e-9)
  }

  @Test("has risen by 63.2 % of it after one time constant, in one step or in many")
  func timeConstant() {
    var once = ThermalModel(Self.device)
    once.advance(to: Self.at(1000), power: 1)
    #expect(abs(once.temperature - 31.321_205_588) < 1e-6)
    var often = ThermalModel(Self.device)
    for second in 1...1000 { often.advance(to: Self.at(second), power: 1) }
    #expect(abs(often.temperature - once.temperature) < 1e-9)
  }

  @Test("cools down when there is less to do")
  func cools() {
    var model = ThermalModel(Self.device)
    model.advance(to: Self.at(5000), power: 3)
    let hot = model.temperature
    model.advance(to: Self.at(6000), power: 0)
    #expect(model.temperature < hot)
    #expect(model.temperature > 25)
  }

  @Test("leaves a state only when it has cooled by the hysteresis")
  func hysteresis() {
    let limits = DeviceProfile.Limits()
    #expect(ThermalModel.state(of: 41.9, from: .fair, limits: limits) == .fair)
    #expect(ThermalModel.state(of: 42, from: .fair, limits: limits) == .serious)
    #expect(ThermalModel.state(of: 41, from: .serious, limits: limits) == .serious)
    #expect(ThermalModel.state(of: 40.4, from: .serious, limits: limits) == .fair)
    #expect(ThermalModel.state(of: 20, from: .critical, limits: limits) == .nominal)
    #expect(ThermalModel.state(of: 50, from: .nominal, limits: limits) == .critical)
  }

  @Test("replays a trace, straight between its points, and counts its states")
  func trace() {
    var device = Self.device
    device.trace = [
      .init(seconds: 0, temperature: 30), .init(seconds: 100, temperature: 50),
      .init(seconds: 200, temperature: 30),
    ]
    var model = ThermalModel(device)
    var states: [ThermalState] = []
    for second in 1...300 {
      if let state = model.advance(to: Self.at(second), power: 100) { states.append(state) }
    }
    #expect(states == [.fair, .serious, .critical, .serious, .fair, .nominal])
    #expect(model.reading.events == 3)
    #expect(model.reading.highest == 50)
    #expect(model.temperature == 30)
    // From 38 °C on the way up, at 40 s, to below 36.5 °C on the way down, at 167.5 s.
    #expect(model.reading[.nominal] == 40 + 132)
    #expect(ThermalState.allCases.reduce(0) { $0 + model.reading[$1] } == 300)
  }

  @Test("of every shipped device names its source or is said to be ours, and is possible")
  func shipped() {
    #expect(Set(DeviceProfile.shipped.map(\.name)).count == DeviceProfile.shipped.count)
    for device in DeviceProfile.shipped {
      #expect(device.limits.fair < device.limits.serious && device.limits.serious < device.limits.critical)
      #expect(device.speed.nominal >= device.speed.fair && device.speed.fair >= device.speed.serious)
      #expect(device.speed.serious >= device.speed.critical && device.speed.critical > 0)
      #expect(!device.summary.isEmpty)
    }
  }
}
