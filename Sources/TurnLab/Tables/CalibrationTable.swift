import Foundation
package import LabStudies

/// A certificate as tables for the terminal.
package struct CalibrationTable {
  private let certificate: CalibrationCertificate

  package init(certificate: CalibrationCertificate) {
    self.certificate = certificate
  }

  /// The tables, what is not fit, and the conclusion.
  package var text: String {
    var parts: [String] = []
    for mode in certificate.modes { parts.append(table(of: mode)) }
    let others = [
      ("voice to voice, loopback − offline, first turns", certificate.overhead),
      ("stamp of a first token − the emulator's write log", certificate.stamps),
    ]
    let rows = others.compactMap { name, errors in errors.map { [name] + figures($0) } }
    if !rows.isEmpty { parts.append(lines([["instrument, ms"] + Self.headings] + rows)) }
    if let gates = certificate.gates { parts.append(proofs(gates)) }
    let untold = certificate.metrics.compactMap { metric in metric.untold.map { "\(metric.metric): \($0)" } }
    if !untold.isEmpty { parts.append((["No truth is known for"] + untold).joined(separator: "\n  ")) }
    if !certificate.toldApartNever.isEmpty {
      let pairs = certificate.toldApartNever.map { $0.joined(separator: " = ") }.joined(separator: ", ")
      parts.append("Equal in every turn, so not told apart: \(pairs).")
    }
    if !certificate.complaints.isEmpty {
      parts.append((["Not fit:"] + certificate.complaints).joined(separator: "\n  "))
    }
    return (parts + [certificate.conclusion]).joined(separator: "\n\n")
  }

  private static let headings = ["n", "mean", "p50", "p95", "p99", "min", "max"]

  private func table(of mode: CalibrationMode) -> String {
    let rows = certificate.metrics.compactMap { metric -> [String]? in
      guard let finding = metric.modes.first(where: { $0.mode == mode }) else { return nil }
      let planted = Set(finding.planted).sorted().map { String(format: "%.3f", $0) }.joined(separator: "…")
      let verdict = finding.complaints.isEmpty ? "✓" : "✗"
      return ["\(verdict) \(metric.metric)", planted]
        + (finding.errors.map { figures($0, decimals: mode == .offline ? 6 : 3) }
          ?? Self.headings.map { _ in "–" })
    }
    return lines([["  \(mode.rawValue): error, ms", "planted, ms"] + Self.headings] + rows)
  }

  private func lines(_ rows: [[String]]) -> String { aligned(rows, leftColumns: 1).joined(separator: "\n") }

  /// Errors in milliseconds; in virtual time down to the nanosecond.
  private func figures(_ errors: ErrorDistribution, decimals: Int = 3) -> [String] {
    let values = [errors.mean, errors.p50, errors.p95, errors.p99, errors.minimum, errors.maximum]
    return [String(errors.count)]
      + values.map { $0.map { $0 == 0 ? "0" : String(format: "%.\(decimals)f", $0) } ?? "–" }
  }

  private func proofs(_ gates: [GateProof]) -> String {
    let rows = gates.map { [($0.holds ? "✓ " : "✗ ") + $0.kind, $0.planted, $0.expected, $0.actual] }
    return aligned([["  gate", "planted", "expected", "verdict"]] + rows, leftColumns: 4).joined(
      separator: "\n")
  }
}
