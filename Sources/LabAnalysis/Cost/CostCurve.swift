import LabCost

/// Dollars an hour over the length of a session.
package struct CostCurve: Sendable {
  package var name: String
  package var kind: CostReport.Line.Kind
  package var points: [(minutes: Double, dollars: Double)]

  /// The session lengths of the chart: those of a phone call, a lesson and a long evening.
  package static let minutes: [Double] = [1, 2, 5, 10, 15, 20, 30, 40, 50, 60, 70, 80, 90]

  /// Curves of one name stand for one thing; the first is kept.
  static func distinct(_ curves: [CostCurve]) -> [CostCurve] {
    var seen: Set<String> = []
    return curves.filter { seen.insert($0.name).inserted }
  }

  /// All conversations as they are, but too few for an interval to be computed that nobody sees.
  static func merged(_ sessions: [ObservedSession]) -> [ObservedSession] {
    ObservedSession.sum(of: sessions).map { [$0] } ?? []
  }
}
