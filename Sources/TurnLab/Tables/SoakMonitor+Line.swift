import LabAnalysis
package import LabRecord
import LabReports
import LabRunner
package import LabStudies

extension SoakMonitor.Progress {
  /// How the soak goes, on one line.
  ///
  /// - Parameters:
  ///   - sessions: How many there are.
  ///   - settings: What was asked for.
  package func line(of sessions: Int, _ settings: SoakSettings) -> String {
    var parts = [
      "\(SoakSection.time(at)) of sessions of \(SoakSection.time(settings.durationSeconds))",
      "\(sessionsEnded)/\(counted(sessions, "session")) over",
      counted(turns, "turn")
        + (unanswered > 0 ? " (\(unanswered) not answered)" : ""),
    ]
    if let latency = voiceToVoice { parts.append("v2v \(FixedPoint.milliseconds(latency)) ms") }
    if let resident = sample.residentBytes, let first = first.residentBytes {
      let growth = Double(resident - first) / 1e6
      parts.append(
        "\(FixedPoint.text(Double(resident) / 1e6, decimals: 1)) MB (\(growth < 0 ? "" : "+")"
          + "\(FixedPoint.text(growth, decimals: 1)))")
    }
    if let files = sample.descriptors { parts.append("\(files) files") }
    if let threads = sample.threads { parts.append("\(threads) threads") }
    return parts.joined(separator: " · ")
  }
}
