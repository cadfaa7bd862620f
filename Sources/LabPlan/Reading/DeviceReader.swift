import LabEmulation
import LabProviders
import LabRecord
import LabTimeline
import LabYAML

/// Reads a plan's own devices: `devices: {kitchen-phone: {like: phone, ambient_c: 31, …}}`.
enum DeviceReader {
  /// A number of a device and what it may be.
  private struct Field: Sendable {
    let key: String
    let range: ClosedRange<Double>
    let path: any WritableKeyPath<DeviceProfile, Double> & Sendable
  }

  private static let fields: [Field] = [
    Field(key: "ambient_c", range: -40...80, path: \.ambient),
    Field(key: "start_c", range: -40...100, path: \.start),
    Field(key: "heat_capacity_j_per_k", range: 1...1e6, path: \.heatCapacity),
    Field(key: "resistance_k_per_w", range: 0.01...1000, path: \.resistance),
    Field(key: "base_w", range: 0...1000, path: \.power.base),
    Field(key: "capture_w", range: 0...100, path: \.power.capture),
    Field(key: "speaker_w", range: 0...100, path: \.power.speaker),
    Field(key: "wifi_w", range: 0...100, path: \.power.wifi),
    Field(key: "mobile_w", range: 0...100, path: \.power.mobile),
    Field(key: "compute_w", range: 0...1000, path: \.power.compute),
    Field(key: "engine_w", range: 0...1000, path: \.power.engine),
    Field(key: "fair_c", range: -40...150, path: \.limits.fair),
    Field(key: "serious_c", range: -40...150, path: \.limits.serious),
    Field(key: "critical_c", range: -40...150, path: \.limits.critical),
    Field(key: "hysteresis_k", range: 0...50, path: \.limits.hysteresis),
    Field(key: "nominal_speed", range: 0.01...1, path: \.speed.nominal),
    Field(key: "fair_speed", range: 0.01...1, path: \.speed.fair),
    Field(key: "serious_speed", range: 0.01...1, path: \.speed.serious),
    Field(key: "critical_speed", range: 0.01...1, path: \.speed.critical),
  ]

  private static let costs: [(key: String, path: any WritableKeyPath<DeviceProfile, Duration> & Sendable)] = [
    ("sound_ms_per_s", \.cost.sound), ("buffer_ms", \.cost.buffer), ("message_ms", \.cost.message),
  ]

  /// The plan's devices, and the shipped ones that it does not replace.
  static func read(_ mapping: YAMLMapping) -> [DeviceProfile] {
    let own = mapping.keys.compactMap { name in mapping.mapping(name).map { device(name, $0) } }
    if mapping.keys.contains(Cell.none) {
      mapping.value.report(
        "“none” is the device that takes no time and never gets warm; give yours another name")
    }
    mapping.finish()
    return own + DeviceProfile.shipped.filter { shipped in !own.contains { $0.name == shipped.name } }
  }

  private static func device(_ name: String, _ mapping: YAMLMapping) -> DeviceProfile {
    let base = mapping.optional("like").flatMap {
      PlanReader.known($0, among: DeviceProfile.shipped.map(\.name), as: "device")
    }
    var device =
      DeviceProfile.shipped.first { $0.name == base ?? name } ?? DeviceProfile(name: name, summary: "")
    device.name = name
    device.summary = mapping.optionalString("summary") ?? device.summary
    for field in fields {
      if let value = mapping.optionalDouble(field.key, in: field.range) {
        device[keyPath: field.path] = value
      }
    }
    for (key, path) in costs {
      if let value = mapping.optionalDouble(key, in: 0...1000) {
        device[keyPath: path] = Duration(milliseconds: value)
      }
    }
    if let trace = mapping.optional("trace") { device.trace = points(of: trace) }
    let limits = device.limits
    if limits.fair > limits.serious || limits.serious > limits.critical {
      mapping.value.report("the device “\(name)” needs fair_c ≤ serious_c ≤ critical_c")
    }
    let speed = device.speed
    if speed.nominal < speed.fair || speed.fair < speed.serious || speed.serious < speed.critical {
      mapping.value.report("the device “\(name)” may be no faster in a hotter state")
    }
    mapping.finish()
    return device
  }

  /// A list of [seconds, °C], or the path of a CSV file with these two columns.
  private static func points(of value: YAMLValue) -> [DeviceProfile.TracePoint] {
    let points: [DeviceProfile.TracePoint]
    if value.isText {
      guard let path = value.string() else { return [] }
      do {
        points = try TemperatureTrace.read(path)
      } catch {
        value.report("“trace”: \(error)")
        return []
      }
    } else {
      points = (value.sequence() ?? []).compactMap { item in
        guard let pair = item.sequence() else { return nil }
        let numbers = pair.compactMap { $0.double() }
        guard numbers.count == 2, pair.count == 2 else {
          if numbers.count == pair.count { item.report("write the seconds and the °C, e.g. [600, 41.5]") }
          return nil
        }
        return DeviceProfile.TracePoint(seconds: numbers[0], temperature: numbers[1])
      }
    }
    if zip(points, points.dropFirst()).contains(where: { $0.seconds >= $1.seconds }) {
      value.report("the times of “trace” must rise")
      return []
    }
    if points.isEmpty { value.report("“trace” is empty; leave it out for the thermal model") }
    return points
  }
}
