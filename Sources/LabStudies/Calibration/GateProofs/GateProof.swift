/// One kind of gate, judged on a run that was really measured and whose truth is planted.
public struct GateProof: Hashable, Sendable, Codable {
  /// What kind of gate, e.g. `budget of a quantile`.
  public var kind: String
  /// What was planted in the run.
  public var planted: String
  /// The gate file.
  public var gate: String
  /// The verdict that the planted truth asks for.
  public var expected: String
  /// The verdict that was given.
  public var actual: String
  /// What the gate said.
  public var reason: String

  public init(kind: String, planted: String, gate: String, expected: String, actual: String, reason: String) {
    self.kind = kind
    self.planted = planted
    self.gate = gate
    self.expected = expected
    self.actual = actual
    self.reason = reason
  }

  /// Whether the gate gave the verdict that it had to give.
  public var holds: Bool { expected == actual }

  /// What is wrong, in words.
  var complaint: String {
    "gate proof “\(kind)”, \(planted): the verdict is \(actual), it has to be \(expected) (\(reason))"
  }
}
