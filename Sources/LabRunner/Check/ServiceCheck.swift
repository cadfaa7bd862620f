import LabProviders
import LabRunner
import LabTimeline

/// Calls every provider that can be called and says what came of it.
struct LiveCheck {
  /// What a call came to; the raw value stands in JSON.
  enum Status: String, Encodable {
    case works
    case keyRefused = "key_refused"
    case noCredit = "no_credit"
    case rateLimited = "rate_limited"
    case notFound = "not_found"
    case unreachable
    case failed
  }

  /// A provider that was called.
  struct Call: Encodable {
    var id: String
    var kind: String
    var status: Status
    /// The environment variable of the key; `nil` when there is none.
    var keyVariable: String?
    /// In milliseconds; `nil` when nothing was connected.
    var connect: Double?
    var firstAnswer: Double?
    /// The stable word for the failure, and what the service said.
    var code: String?
    var message: String?

    private enum CodingKeys: String, CodingKey {
      case id, kind, status, code, message
      case keyVariable = "key_variable"
      case connect = "connect_ms"
      case firstAnswer = "first_answer_ms"
    }

    /// Writes what is not known as `null`.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(kind, forKey: .kind)
      try container.encode(status, forKey: .status)
      try container.encode(keyVariable, forKey: .keyVariable)
      try container.encode(connect, forKey: .connect)
      try container.encode(firstAnswer, forKey: .firstAnswer)
      try container.encode(code, forKey: .code)
      try container.encode(message, forKey: .message)
    }
  }

  /// Who can be called, in the order in which that happens.
  let entries: [ProviderEntry]
  /// The variables that hold no key, without which a provider cannot be called, sorted.
  let missingKeys: [String]
  private let catalogue: ProviderCatalogue
  private let variables: [String: String]

  /// - Parameter plan: Its providers and services are called; without one, a provider of each kind that a key in the
  ///   environment pays for.
  init(plan: RunPlan?, variables: [String: String]) {
    func hasKey(_ entry: ProviderEntry) -> Bool {
      entry.keyVariable.map { variables[$0]?.isEmpty == false } ?? true
    }
    catalogue = plan?.catalogue ?? .standard
    let wanted =
      plan.map { Self.entries(of: $0) } ?? Self.representatives(catalogue.entries.filter { $0.engine == nil })
    entries = wanted.filter(hasKey)
    missingKeys = Set(wanted.filter { !hasKey($0) }.compactMap(\.keyVariable)).sorted()
    self.variables = variables
  }

  private static func entries(of plan: RunPlan) -> [ProviderEntry] {
    let wanted = plan.providers + plan.services.map(\.id)
    return plan.catalogue.entries.filter { wanted.contains($0.id) && $0.engine == nil }
  }

  /// The first that is still offered of each vendor and kind.
  private static func representatives(_ entries: [ProviderEntry]) -> [ProviderEntry] {
    var seen: Set<String> = []
    return entries.filter { entry in
      if case .retired = entry.status { return false }
      return seen.insert("\(entry.keyVariable ?? entry.id) \(entry.kind.rawValue)").inserted
    }
  }

  /// Calls a provider.
  func call(_ entry: ProviderEntry) throws -> Call {
    let key = entry.keyVariable.flatMap { variables[$0] } ?? ""
    let finding = try ProviderCheck(catalogue: catalogue).check(entry.id, key: APIKey(key))
    return Call(
      id: entry.id, kind: entry.kind.rawValue, status: Self.status(finding.failure),
      keyVariable: entry.keyVariable, connect: finding.connect.map(Self.milliseconds),
      firstAnswer: finding.firstAnswer.map(Self.milliseconds), code: finding.failure?.code,
      message: finding.failure?.message)
  }

  private static func milliseconds(_ duration: Duration) -> Double {
    (duration.milliseconds * 10).rounded() / 10
  }

  private static func status(_ failure: ProviderFailure?) -> Status {
    switch failure?.code {
    case nil: .works
    case "unauthorized": .keyRefused
    case "payment_required": .noCredit
    case "rate_limited": .rateLimited
    case "not_found": .notFound
    case "refused", "name_not_resolved", "unreachable", "connect_timed_out", "timed_out", "tls", "reset":
      .unreachable
    default: .failed
    }
  }
}

extension LiveCheck.Call {
  /// The call in one sentence, and what to do about it.
  var finding: Examination.Finding {
    let said = message.map { " (\($0))" } ?? ""
    let key = keyVariable.map { "The key in \($0)" } ?? "A call without a key"
    switch status {
    case .works:
      let times = [
        connect.map { "connected in \($0) ms" }, firstAnswer.map { "first answer after \($0) ms" },
      ].compactMap { $0 }
      return .init(state: .works, what: "\(id) works: \(times.joined(separator: ", ")).")
    case .keyRefused:
      return .init(
        state: .broken, what: "\(id): \(key) is refused.\(said)",
        advice: keyVariable.map { "Put a valid key for this service into \($0)." }
          ?? "Name the variable that holds its key with “key” under “services”.")
    case .noCredit:
      return .init(
        state: .broken, what: "\(id): The account has no credit.\(said)",
        advice: "Top the account up, or leave the provider out.")
    case .rateLimited:
      return .init(
        state: .broken, what: "\(id): The account may not call so often now.\(said)",
        advice: "Try again in a minute; if that does not help, raise the account’s limits.")
    case .notFound:
      return .init(
        state: .broken, what: "\(id): The service does not know the model or the address.\(said)",
        advice: "Check “model” and “base_url” in the plan, and whether the account may use the model.")
    case .unreachable:
      return .init(
        state: .broken, what: "\(id) cannot be reached.\(said)",
        advice: "Check the network, and that the server runs at its address.")
    case .failed:
      return .init(
        state: .broken, what: "\(id) failed.\(said)",
        advice: "Try again; if it stays, look at the service’s status page.")
    }
  }
}
