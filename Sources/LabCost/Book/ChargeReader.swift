import LabYAML

/// Reads the billing rules of a price book.
enum ChargeReader {
  /// The rules under `charges` and `tokens`.
  static func charges(in mapping: YAMLMapping) -> [Charge] {
    var charges = mapping.optionalSequence("charges").compactMap(charge)
    if let tokens = mapping.optionalMapping("tokens") { charges += Self.tokens(tokens) }
    var meters: Set<Meter> = []
    for charge in charges where !meters.insert(charge.meter).inserted {
      mapping.value.report("“\(charge.meter.rawValue)” is billed twice; put both into one price")
    }
    return charges
  }

  /// An amount in plain decimal digits.
  static func dollars(_ value: YAMLValue) -> Dollars? {
    guard let text = value.scalarText() else { return nil }
    guard let amount = Dollars(decimal: text), amount >= .zero,
      amount <= Dollars(nanodollars: 1_000_000_000_000_000)
    else {
      value.report(
        "“\(text)” is no price; write dollars from 0 to 1000000 in plain digits, at most nine decimals")
      return nil
    }
    return amount
  }

  private static func charge(_ value: YAMLValue) -> Charge? {
    guard let mapping = value.mapping() else { return nil }
    let meter = mapping.required("meter")?.choice(of: Meter.self)
    let price = mapping.required("usd").flatMap(dollars)
    let place = mapping.required("per")
    let unit = place?.choice(of: Charge.Unit.self)
    let counting = meter.flatMap { Self.counting(in: mapping, of: $0) }
    mapping.finish()
    guard let meter, let price, let unit else { return nil }
    guard unit.suits(meter.kind) else {
      let fitting = Charge.Unit.allCases.filter { $0.suits(meter.kind) }.map(\.rawValue)
      place?.report(
        "“\(meter.rawValue)” is billed per \(fitting.joined(separator: ", ")), not \(unit.rawValue)")
      return nil
    }
    return Charge(meter, price, per: unit, counting: counting)
  }

  private static func counting(in mapping: YAMLMapping, of meter: Meter) -> Charge.Counting? {
    let scope = mapping.optional("each")?.choice(of: Charge.Counting.Scope.self)
    let step = mapping.optionalInt("step", in: 1...1_000_000)
    let direction = mapping.optional("round")?.choice(of: Charge.Counting.Direction.self)
    let minimum = mapping.optionalInt("minimum", in: 1...1_000_000)
    guard let scope else {
      if step != nil || direction != nil || minimum != nil {
        mapping.value.report(
          "what is rounded, or has a minimum, is missing: “each: request” or “each: connection”")
      }
      return nil
    }
    if (step == nil) != (direction == nil) {
      mapping.value.report("“round” and “step” belong together: which way, and to whole multiples of what")
    }
    return Charge.Counting(
      each: scope, step: step.map { Int64($0) * meter.resolution } ?? 1, rounded: direction ?? .up,
      minimum: Int64(minimum ?? 0) * meter.resolution)
  }

  /// The usual prices of a language model, each per million tokens. What was cached costs the same as what
  /// was not where no other price stands.
  private static func tokens(_ mapping: YAMLMapping) -> [Charge] {
    func charge(_ key: String, _ meter: Meter, or other: Dollars? = nil) -> Charge? {
      let price = mapping.optional(key).map(dollars) ?? other
      return price.map { Charge(meter, $0, per: .million) }
    }
    let input = charge("input", .inputTokens)
    let audio = charge("audio_input", .audioInputTokens)
    let charges = [
      input, charge("cached", .cachedTokens, or: input?.price), charge("output", .outputTokens), audio,
      charge("audio_cached", .audioCachedTokens, or: audio?.price),
      charge("audio_output", .audioOutputTokens),
    ]
    mapping.finish()
    if charges.allSatisfy({ $0 == nil }) { mapping.value.report("“tokens” names no price") }
    return charges.compactMap(\.self)
  }
}
