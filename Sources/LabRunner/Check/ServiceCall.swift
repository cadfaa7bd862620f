import LabProviders
import LabTimeline

/// A service that was called once, and what came of it.
public struct ServiceCall: Hashable, Sendable, Encodable {
  /// What a call came to; the raw value stands in JSON.
  public enum Status: String, Hashable, Sendable, Encodable {
    case works
    case keyRefused = "key_refused"
    case noCredit = "no_credit"
    case rateLimited = "rate_limited"
    case notFound = "not_found"
    case unreachable
    case failed

    /// What a stable word for a failure means; works when there is none.
    init(failure code: String?) {
      switch code {
      case nil: self = .works
      case "unauthorized": self = .keyRefused
      case "payment_required": self = .noCredit
      case "rate_limited": self = .rateLimited
      case "not_found": self = .notFound
      case "refused", "name_not_resolved", "unreachable", "connect_timed_out", "timed_out", "tls", "reset":
        self = .unreachable
      default: self = .failed
      }
    }

    /// Whether a key, an account or an address has to be corrected: it does not pass by itself.
    public var isToBeCorrected: Bool {
      switch self {
      case .keyRefused, .noCredit, .notFound: true
      case .works, .rateLimited, .unreachable, .failed: false
      }
    }
  }

  public var id: String
  public var kind: String
  public var status: Status
  /// The environment variable of the key; `nil` when there is none.
  public var keyVariable: String?
  /// In milliseconds; `nil` when nothing was connected.
  public var connect: Double?
  public var firstAnswer: Double?
  /// The stable word for the failure, and what the service said.
  public var code: String?
  public var message: String?

  private enum CodingKeys: String, CodingKey {
    case id, kind, status, code, message
    case keyVariable = "key_variable"
    case connect = "connect_ms"
    case firstAnswer = "first_answer_ms"
  }

  /// Writes what is not known as `null`.
  public func encode(to encoder: any Encoder) throws {
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

extension ServiceCall {
  init(_ entry: ProviderEntry, _ finding: ProviderCheck.Finding) {
    func milliseconds(_ duration: Duration) -> Double { (duration.milliseconds * 10).rounded() / 10 }
    self.init(
      id: entry.id, kind: entry.stage.rawValue, status: Status(failure: finding.failure?.code),
      keyVariable: entry.keyVariable, connect: finding.connect.map(milliseconds),
      firstAnswer: finding.firstAnswer.map(milliseconds), code: finding.failure?.code,
      message: finding.failure?.message)
  }

  /// The call in one sentence, and what to do about it.
  public var finding: CheckFinding {
    let said = message.map { " (\($0))" } ?? ""
    let key = keyVariable.map { "The key in \($0)" } ?? "A call without a key"
    let what =
      switch status {
      case .works: "\(id) works: \(times)."
      case .keyRefused: "\(id): \(key) is refused.\(said)"
      case .noCredit: "\(id): The account has no credit.\(said)"
      case .rateLimited: "\(id): The account may not call so often now.\(said)"
      case .notFound: "\(id): The service does not know the model or the address.\(said)"
      case .unreachable: "\(id) cannot be reached.\(said)"
      case .failed: "\(id) failed.\(said)"
      }
    return CheckFinding(state: status == .works ? .works : .broken, what: what, advice: advice)
  }

  private var times: String {
    [connect.map { "connected in \($0) ms" }, firstAnswer.map { "first answer after \($0) ms" }]
      .compactMap { $0 }.joined(separator: ", ")
  }

  private var advice: String? {
    switch status {
    case .works: nil
    case .keyRefused:
      keyVariable.map { "Put a valid key for this service into \($0)." }
        ?? "Name the variable that holds its key with “key” under “services”."
    case .noCredit: "Top the account up, or leave the provider out."
    case .rateLimited:
      "Try again in a minute; if that does not help, raise the account’s limits."
    case .notFound:
      "Check “model” and “base_url” in the plan, and whether the account may use the model."
    case .unreachable: "Check the network, and that the server runs at its address."
    case .failed: "Try again; if it stays, look at the service’s status page."
    }
  }
}
