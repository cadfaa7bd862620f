import LabYAML

/// Reads a price book and leaves every problem with the reader of the file.
enum PriceBookReader {
  /// The book; with problems it may lack what they are about.
  static func book(in reader: YAMLReader) -> PriceBook? {
    guard let root = reader.root() else { return nil }
    if let value = root.required("schema"), let schema = value.string(), schema != PriceBook.schema {
      value.report("the schema is “\(schema)”; this version reads “\(PriceBook.schema)”")
    }
    let asOf = root.required("as_of").flatMap(date) ?? ""
    let sources = root.mapping("sources").map(Self.sources) ?? [:]
    var taken: [String: Int] = [:]
    let prices = root.sequence("prices").compactMap { price($0, sources: sources, taken: &taken) }
    root.finish()
    return PriceBook(asOf: asOf, prices: prices)
  }

  private static func sources(_ mapping: YAMLMapping) -> [String: PriceBook.Source] {
    var sources: [String: PriceBook.Source] = [:]
    for key in mapping.keys {
      guard let entry = mapping.optional(key)?.mapping() else { continue }
      let title = entry.string("title")
      let address = entry.required("url")
      let url = address?.string()
      if let url, !url.hasPrefix("https://"), !url.hasPrefix("http://") {
        address?.report("“\(url)” is no web address")
      }
      let date = entry.required("date").flatMap(Self.date)
      entry.finish()
      guard let title, let url, let date else { continue }
      sources[key] = PriceBook.Source(title: title, url: url, date: date)
    }
    return sources
  }

  private static func price(
    _ value: YAMLValue, sources: [String: PriceBook.Source], taken: inout [String: Int]
  ) -> ProviderPrice? {
    guard let mapping = value.mapping() else { return nil }
    let providers = mapping.sequence("provider").compactMap { provider($0, taken: &taken) }
    if let reason = mapping.optionalString("free") {
      mapping.finish()
      return ProviderPrice(providers: providers, charges: [], basis: .free, note: reason)
    }
    let names = mapping.sequence("source").compactMap { source($0, among: sources) }
    if names.isEmpty { value.report("“source” is empty; every price names who says so") }
    let date = mapping.optional("date").flatMap(Self.date)
    let charges = ChargeReader.charges(in: mapping)
    if charges.isEmpty { value.report("there is neither “charges” nor “tokens”: nothing would be billed") }
    let tiers = mapping.optionalMapping("tiers").map { Self.tiers($0, of: charges) } ?? []
    let price = ProviderPrice(
      providers: providers, charges: charges, tiers: tiers, sources: names,
      date: date ?? names.first?.date ?? "",
      confidence: mapping.required("confidence")?.choice(of: ProviderPrice.Confidence.self),
      basis: mapping.optional("basis")?.choice(of: ProviderPrice.Basis.self) ?? .list,
      note: mapping.optionalString("note"), until: mapping.optional("until").flatMap(Self.date),
      speechToSpeech: mapping.optionalMapping("speech_to_speech").flatMap(speechToSpeech))
    mapping.finish()
    return price
  }

  private static func provider(_ value: YAMLValue, taken: inout [String: Int]) -> String? {
    guard let id = value.string() else { return nil }
    if let line = taken[id] { value.report("“\(id)” has a price in line \(line) already") }
    taken[id] = value.line
    return id
  }

  private static func source(
    _ value: YAMLValue, among sources: [String: PriceBook.Source]
  ) -> PriceBook.Source? {
    guard let name = value.string() else { return nil }
    if let source = sources[name] { return source }
    let guess = Spelling.nearest(to: name, among: sources.keys).map { "; did you mean “\($0)”?" } ?? ""
    value.report("“\(name)” is not among “sources”\(guess)")
    return nil
  }

  private static func tiers(_ mapping: YAMLMapping, of charges: [Charge]) -> [ProviderPrice.Tier] {
    mapping.keys.compactMap { name in
      guard let value = mapping.optional(name), let tier = value.mapping() else { return nil }
      let monthly = tier.optional("monthly_usd").flatMap(ChargeReader.dollars) ?? .zero
      let included = tier.optionalInt("included", in: 1...1_000_000_000_000)
      if included != nil, charges.count != 1 {
        value.report("“included” says how much of one meter is paid for, but the price has \(charges.count)")
      }
      let own = tier.optional("charges") == nil ? nil : ChargeReader.charges(in: tier)
      if own == nil, included == nil { value.report("“\(name)” has neither “charges” nor “included”") }
      tier.finish()
      let resolution = charges.first?.meter.resolution ?? 1
      return ProviderPrice.Tier(
        name: name, monthly: monthly, included: Int64(included ?? 0) * resolution, charges: own)
    }
  }

  private static func speechToSpeech(_ mapping: YAMLMapping) -> ProviderPrice.SpeechToSpeech? {
    let caller = mapping.int("caller_tokens_per_second", in: 1...10_000)
    let agent = mapping.int("agent_tokens_per_second", in: 1...10_000)
    let limit = mapping.int("history_limit", in: 1...100_000_000)
    mapping.finish()
    guard let caller, let agent, let limit else { return nil }
    return .init(callerTokensPerSecond: caller, agentTokensPerSecond: agent, historyLimit: limit)
  }

  /// A day, a month or a year as in ISO 8601.
  private static func date(_ value: YAMLValue) -> String? {
    guard let text = value.string() else { return nil }
    if text.wholeMatch(of: #/\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?/#) != nil { return text }
    value.report("“\(text)” is no date; write it as 2026-11-21, 2026-11 or 2026")
    return nil
  }
}
