import LabEmulation
import LabTimeline
import LabYAML

/// Reads the fields of one leg; whoever calls finishes the mapping.
enum LegReader {
  /// - Parameter leg: What holds where nothing is said.
  static func read(_ fields: YAMLMapping, over leg: LegProfile) -> LegProfile {
    var leg = leg
    // What stands beside `up` and `down` goes for both of them.
    path(fields, &leg.up, &leg.down)
    if let own = fields.optionalMapping("up") {
      var unused = leg.up
      path(own, &leg.up, &unused)
      own.finish()
    }
    if let own = fields.optionalMapping("down") {
      var unused = leg.down
      path(own, &leg.down, &unused)
      own.finish()
    }
    if let lookup = fields.optional("name_lookup").flatMap(EmulationReader.latency) {
      leg.nameLookup = lookup
    }
    if let list = fields.optional("outages") { leg.outages = outages(list) }
    if let window = fields.optionalInt("initial_window", in: 1...100) { leg.tcp.initialWindow = window }
    if let tick = fields.optionalDouble("timer_tick_ms", in: 0...100) {
      leg.tcp.tick = Duration(milliseconds: tick)
    }
    if let least = fields.optionalDouble("least_timeout_ms", in: 1...60_000) {
      leg.tcp.leastVariance = Duration(milliseconds: least)
    }
    return leg
  }

  /// Reads what can be said of a direction, into both.
  private static func path(_ fields: YAMLMapping, _ first: inout PathProfile, _ second: inout PathProfile) {
    func set(_ change: (inout PathProfile) -> Void) {
      change(&first)
      change(&second)
    }
    if let delay = fields.optionalDouble("delay_ms", in: 0...60_000) {
      set { $0.delay = Duration(milliseconds: delay) }
    }
    if let value = fields.optional("jitter"), let jitter = jitter(value) { set { $0.jitter = jitter } }
    if let size = fields.optionalDouble("jitter_ms", in: 0...60_000) {
      if fields.keys.contains("jitter") {
        fields.value.report("“jitter” and “jitter_ms” cannot stand together; keep one of them")
      }
      set { $0.jitter.size = Duration(milliseconds: size) }
    }
    if let value = fields.optional("loss"), let loss = loss(value) { set { $0.loss = loss } }
    let rate = fields.optionalDouble("rate_kbps", in: 1...100_000_000)
    let buffer = fields.optionalInt("buffer_bytes", in: 2000...1_000_000_000)
    if let rate {
      set { $0.bottleneck = .init(bitsPerSecond: rate * 1000, buffer: buffer ?? $0.bottleneck?.buffer) }
    } else if let buffer {
      if first.bottleneck == nil || second.bottleneck == nil {
        fields.value.report("“buffer_bytes” needs “rate_kbps”: without a slow link nothing waits")
      }
      set { $0.bottleneck?.buffer = buffer }
    }
    if let reordering = fields.optionalMapping("reordering") {
      let probability = reordering.double("probability", in: 0...1)
      let by = reordering.double("by_ms", in: 0...60_000)
      reordering.finish()
      if let probability, let by {
        set { $0.reordering = .init(probability: probability, by: Duration(milliseconds: by)) }
      }
    }
  }

  private static func jitter(_ value: YAMLValue) -> Jitter? {
    guard let fields = value.mapping() else { return nil }
    let size = fields.double("ms", in: 0...60_000)
    let shape = fields.optional("shape")?.choice(of: Jitter.Shape.self)
    let correlation = fields.optionalDouble("correlation", in: 0...0.999)
    fields.finish()
    return size.map {
      Jitter(Duration(milliseconds: $0), shape: shape ?? .exponential, correlation: correlation ?? 0)
    }
  }

  /// A probability, or the four numbers of a channel that is good or bad.
  private static func loss(_ value: YAMLValue) -> LossModel? {
    guard value.isMapping else {
      return value.double(in: 0...1).map { $0 > 0 ? LossModel.independent($0) : LossModel.none }
    }
    guard let fields = value.mapping() else { return nil }
    let enter = fields.double("enter", in: 0...1)
    let leave = fields.double("leave", in: 0...1)
    let good = fields.optionalDouble("good", in: 0...1)
    let bad = fields.optionalDouble("bad", in: 0...1)
    fields.finish()
    guard let enter, let leave else { return nil }
    if enter > 0, leave == 0 { value.report("“leave” is 0, so that what has become bad stays bad for good") }
    return .gilbertElliott(.init(enter: enter, leave: leave, good: good ?? 0, bad: bad ?? 1))
  }

  private static func outages(_ list: YAMLValue) -> OutageModel {
    var model = OutageModel()
    for item in list.sequence() ?? [] {
      guard let fields = item.mapping() else { continue }
      let at = fields.optionalDouble("at_ms", in: 0...86_400_000)
      let every = fields.optionalDouble("every_ms", in: 100...86_400_000)
      let mean = fields.optionalDouble("mean_every_ms", in: 100...86_400_000)
      let length = fields.required("for_ms").flatMap(length)
      fields.finish()
      if [at, every, mean].count(where: { $0 != nil }) != 1 {
        item.report("an outage has exactly one of “at_ms”, “every_ms” and “mean_every_ms”")
      }
      guard let length else { continue }
      if let at { add(at, length, to: &model, item) }
      if let every { repeating(every, length, in: &model, item) }
      if let mean {
        if model.random != nil { item.report("“mean_every_ms” can stand in one outage only") }
        model.random = .init(every: Duration(milliseconds: mean), duration: length)
      }
    }
    return model
  }

  /// A number of milliseconds, or a latency model.
  private static func length(_ value: YAMLValue) -> LatencyModel? {
    guard value.isMapping else {
      return value.double(in: 1...86_400_000).map { .fixed(Duration(milliseconds: $0)) }
    }
    return EmulationReader.latency(value)
  }

  private static func add(
    _ at: Double, _ length: LatencyModel, to model: inout OutageModel, _ item: YAMLValue
  ) {
    guard let duration = fixed(length, item) else { return }
    model.scheduled.append(.init(at: Duration(milliseconds: at), duration: duration))
  }

  private static func repeating(
    _ every: Double, _ length: LatencyModel, in model: inout OutageModel, _ item: YAMLValue
  ) {
    guard let duration = fixed(length, item) else { return }
    if model.periodic != nil { item.report("“every_ms” can stand in one outage only") }
    guard duration < Duration(milliseconds: every) else {
      return item.report("“for_ms” is not shorter than “every_ms”, so that nothing would ever get through")
    }
    model.periodic = .init(every: Duration(milliseconds: every), duration: duration)
  }

  private static func fixed(_ length: LatencyModel, _ item: YAMLValue) -> Duration? {
    if case .fixed(let duration) = length { return duration }
    item.report("only outages with “mean_every_ms” can have a drawn length")
    return nil
  }
}
