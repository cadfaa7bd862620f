import LabEmulation
import LabTimeline
import LabYAML

/// Reads what emulated services cannot keep up: `emulation: {drift: {…}, capacity: {…}}`.
enum ServiceLimitReader {
  /// `drift: {change: 0.1, over_min: 90}`.
  static func drift(_ mapping: YAMLMapping) -> ServiceDrift? {
    let change = mapping.double("change", in: 0.001...10)
    let minutes = mapping.optionalDouble("over_min", in: 0.01...1440) ?? 90
    mapping.finish()
    return change.map { ServiceDrift(change: $0, over: Duration(milliseconds: minutes * 60_000)) }
  }

  /// `capacity: {PROVIDER: {concurrent: 8, beyond: slow}}`.
  static func capacities(_ mapping: YAMLMapping, of names: [String]) -> [String: ServiceCapacity] {
    var capacities: [String: ServiceCapacity] = [:]
    for name in names {
      guard let limit = mapping.optionalMapping(name) else { continue }
      let concurrent = limit.int("concurrent", in: 1...100_000)
      let beyond = limit.optional("beyond")?.choice(of: ServiceCapacity.Excess.self) ?? .refuse
      limit.finish()
      if let concurrent { capacities[name] = ServiceCapacity(concurrent: concurrent, beyond: beyond) }
    }
    mapping.finish()
    return capacities
  }
}
