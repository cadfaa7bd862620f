import LabRecord
import LabYAML

/// Reads what a plan says of a soak: `soak: {duration_min: …, sessions: …, limits: {…}, plant: {…}}`.
enum SoakReader {
  static func read(_ mapping: YAMLMapping) -> SoakSettings {
    var settings = SoakSettings()
    set(&settings.durationSeconds, mapping.optionalDouble("duration_min", in: 1...1440).map { $0 * 60 })
    set(&settings.sessions, mapping.optionalInt("sessions", in: 1...10_000))
    set(&settings.staggerSeconds, mapping.optionalDouble("stagger_s", in: 0...86_400))
    set(&settings.checkSeconds, mapping.optionalDouble("check_every_s", in: 10...86_400))
    set(&settings.sampleSeconds, mapping.optionalDouble("sample_every_s", in: 0.1...3600))
    if let limits = mapping.optionalMapping("limits") { settings.limits = read(limits: limits) }
    if let plant = mapping.optionalMapping("plant") { settings.plant = read(plant: plant) }
    mapping.finish()
    return settings
  }

  private static func read(limits mapping: YAMLMapping) -> SoakLimits {
    var limits = SoakLimits()
    set(&limits.memoryMegabytesPerHour, mapping.optionalDouble("memory_mb_per_hour", in: 0...1e6))
    set(&limits.descriptorsPerHour, mapping.optionalDouble("descriptors_per_hour", in: 0...1e6))
    set(&limits.threadsPerHour, mapping.optionalDouble("threads_per_hour", in: 0...1e6))
    set(&limits.latencyChange, mapping.optionalDouble("latency_change", in: 0.001...10))
    set(&limits.interruptionSuccess, mapping.optionalDouble("interruption_success", in: 0...1))
    limits.wordErrorRate = mapping.optionalDouble("word_error_rate", in: 0...10)
    limits.thermalEvents = mapping.optionalInt("thermal_events", in: 0...10_000)
    mapping.finish()
    return limits
  }

  private static func read(plant mapping: YAMLMapping) -> SoakPlant {
    var plant = SoakPlant()
    set(&plant.memoryMegabytesPerHour, mapping.optionalDouble("memory_mb_per_hour", in: 0...10_000))
    set(&plant.descriptorsPerHour, mapping.optionalDouble("descriptors_per_hour", in: 0...500))
    set(&plant.latencyChange, mapping.optionalDouble("latency_change", in: 0...10))
    mapping.finish()
    return plant
  }

  private static func set<Value>(_ value: inout Value, _ found: Value?) {
    if let found { value = found }
  }
}
