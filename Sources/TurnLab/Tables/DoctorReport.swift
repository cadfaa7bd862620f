package import LabRunner

/// What `turnlab doctor --json` prints.
package struct DoctorReport: Encodable {
  private struct Machine: Encodable {
    var state: String
    var what: String
    var advice: String?
  }

  private var schema = "turnlab.doctor/1"
  private var machine: [Machine]
  /// Absent when no service was called.
  private var providers: [ServiceCall]?
  private var withoutKey: [String]?

  private enum CodingKeys: String, CodingKey {
    case schema, machine, providers
    case withoutKey = "without_key"
  }

  /// - Parameter check: What called the services; nil when none was called.
  package init(_ findings: [CheckFinding], check: ServiceCheck?, calls: [ServiceCall]) {
    machine = findings.map { Machine(state: $0.state.rawValue, what: $0.what, advice: $0.advice) }
    providers = check == nil ? nil : calls
    withoutKey = check?.missingKeys
  }
}
