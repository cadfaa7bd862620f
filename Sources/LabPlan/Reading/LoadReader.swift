import LabRecord
import LabTimeline
import LabYAML

/// Reads what a plan says of a load test: `load: {limit_ms: 1500, to: 200, …}`.
enum LoadReader {
  static func read(_ mapping: YAMLMapping) -> LoadSettings {
    var settings = LoadSettings()
    if let variable = mapping.optional("vary")?.choice(of: LoadSettings.Variable.self) {
      settings.vary = variable
    }
    if let value = mapping.optional("metric"),
      let name = PlanReader.known(value, among: MetricCatalogue.all.map(\.id), as: "metric")
    {
      settings.metric = name
    }
    set(&settings.percentile, mapping.optionalInt("percentile", in: 1...99))
    set(&settings.limitMilliseconds, mapping.optionalDouble("limit_ms", in: 1...600_000))
    set(&settings.failureShare, mapping.optionalDouble("failures", in: 0...1))
    set(&settings.from, mapping.optionalInt("from", in: 1...100_000))
    set(&settings.upTo, mapping.optionalInt("to", in: 1...100_000))
    set(&settings.stepSeconds, mapping.optionalDouble("step_s", in: 1...86_400))
    set(&settings.settleSeconds, mapping.optionalDouble("settle_s", in: 0...86_400))
    set(&settings.precision, mapping.optionalDouble("precision", in: 0...1))
    if settings.from > settings.upTo { mapping.value.report("“from” must not be greater than “to”") }
    if settings.settleSeconds >= settings.stepSeconds {
      mapping.value.report("“settle_s” must be less than “step_s”: what is left out cannot be all")
    }
    mapping.finish()
    return settings
  }

  private static func set<Value>(_ value: inout Value, _ found: Value?) {
    if let found { value = found }
  }
}
