package import LabErrors
package import LabProviders
package import LabRunner

/// What works on this machine, and which services answer: the content of `turnlab doctor --json`.
package struct DoctorReport {
  /// What was found out about the machine.
  package let findings: [CheckFinding]
  private let check: ServiceCheck?
  private var calls: [ServiceCall] = []

  /// - Parameter check: What calls the services; nil when none are called.
  package init(_ findings: [CheckFinding], check: ServiceCheck?) {
    self.findings = findings
    self.check = check
  }

  /// Calls a service and remembers what came of it.
  package mutating func call(_ entry: ProviderEntry) throws -> ServiceCall {
    guard let check else { preconditionFailure("a report without a check calls nobody") }
    let call = try check.call(entry)
    calls.append(call)
    return call
  }

  /// Which services were not called, and why.
  package var remarks: [CheckFinding] {
    guard let check else { return [] }
    var remarks: [CheckFinding] = []
    if check.entries.isEmpty { remarks.append(.init(state: .limited, what: "No provider was called.")) }
    if !check.missingKeys.isEmpty {
      remarks.append(
        .init(
          state: .limited,
          what: "Not called, because there is no key: \(check.missingKeys.joined(separator: ", ")).",
          advice: "Export the keys of the providers that you want to measure."))
    }
    return remarks
  }

  /// What the program ends with.
  ///
  /// - Parameter needsAllKeys: Whether a run would be refused for a key that is missing.
  package func exit(needsAllKeys: Bool) -> ProgramExit {
    if findings.contains(where: { $0.state == .broken }) { return .internalFailure }
    guard let check else { return .pass }
    let lacksKeys = needsAllKeys && !check.missingKeys.isEmpty
    if lacksKeys || calls.contains(where: \.status.isToBeCorrected) { return .configuration }
    return calls.isEmpty || calls.contains { $0.status != .works } ? .noData : .pass
  }
}

extension DoctorReport: Encodable {
  private struct Machine: Encodable {
    var state: String
    var what: String
    var advice: String?
  }

  private enum CodingKeys: String, CodingKey {
    case schema, machine, providers
    case withoutKey = "without_key"
  }

  /// Leaves the services out when none were to be called.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("turnlab.doctor/1", forKey: .schema)
    let machine = findings.map { Machine(state: $0.state.rawValue, what: $0.what, advice: $0.advice) }
    try container.encode(machine, forKey: .machine)
    try container.encodeIfPresent(check.map { _ in calls }, forKey: .providers)
    try container.encodeIfPresent(check?.missingKeys, forKey: .withoutKey)
  }
}
