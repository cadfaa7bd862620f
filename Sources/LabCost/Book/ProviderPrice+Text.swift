extension Charge {
  /// The rule in words, e.g. `0.0048 USD/minute of stt seconds, rounded up to 1 s each connection`.
  public var text: String {
    let digits = price.shortText
    let noun = meter.rawValue.split(separator: "_").joined(separator: " ")
    var parts = ["\(digits) USD/\(unitText) \(noun)"]
    if let counting {
      let unit = meter.kind == .time ? " s" : ""
      if counting.step > 1 {
        let way = counting.direction == .up ? "rounded up to" : "rounded to"
        parts.append("\(way) \(counting.step / meter.resolution)\(unit)")
      }
      if counting.minimum > 0 { parts.append("at least \(counting.minimum / meter.resolution)\(unit)") }
      return parts.joined(separator: ", ") + " each \(counting.scope.rawValue)"
    }
    return parts[0]
  }

  private var unitText: String {
    switch per {
    case .second, .minute, .hour: "\(per.rawValue) of"
    case .single: "one of"
    case .thousand: "1k"
    case .million: "1M"
    }
  }
}

extension ProviderPrice {
  /// The price in a few words for a table: what is asked of the usual meters.
  public var summary: String {
    if basis == .free { return "free" }
    func price(_ meter: Meter) -> String? {
      charges.first { $0.meter == meter }?.price.shortText
    }
    let mark = isApproximate ? "≈ " : ""
    if speechToSpeech != nil, let input = price(.audioInputTokens), let output = price(.audioOutputTokens) {
      return "\(mark)\(input) in, \(output) out / 1M audio tokens"
    }
    if let input = price(.inputTokens), let output = price(.outputTokens) {
      return "\(mark)\(input) in, \(price(.cachedTokens) ?? input) cached, \(output) out / 1M"
    }
    return mark
      + charges.map { charge in
        let unit =
          charge.meter == .spokenCharacters ? charge.per.rawValue + " characters" : charge.per.rawValue
        return "\(price(charge.meter) ?? "") / \(unit)"
      }.joined(separator: " + ")
  }
}

extension Dollars {
  /// The amount with as many decimals as it has, but two at least.
  fileprivate var shortText: String {
    let digits = text()
    let kept = digits.suffix(Dollars.decimals - 2).reversed().drop { $0 == "0" }.count
    return text(decimals: 2 + kept)
  }
}
