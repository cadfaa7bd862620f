import LabAnalysis
import LabTimeline

/// The latencies of a run with an open arrival beside each other, and the wait that tells them apart.
///
/// All are shown, with what each counts from, because one corrected number alone puzzles whoever remembers that no
/// reply took so long. None is corrected after the fact: each is the time between two recorded instants.
struct ArrivalTable {
  /// A heading over the columns of its figures.
  struct Group {
    let title: String
    let columns: [String]
    let figures: @Sendable (CellReport) -> [Double?]
  }

  static let groups =
    [
      Group(title: "wait (ms)", columns: ["p50", "p90", "max"]) { cell in
        [cell.arrivalWait?.p50, cell.arrivalWait?.p90, cell.arrivalWait?.max]
      }
    ]
    + [
      ("sent (ms)", MetricCatalogue.voiceToVoiceSent), ("v2v (ms)", MetricCatalogue.voiceToVoice),
      ("intended (ms)", MetricCatalogue.voiceToVoiceIntended),
    ].map { title, metric in
      Group(title: title, columns: LatencyTarget.Column.allCases.map(\.rawValue)) { cell in
        LatencyTarget.Column.allCases.map { LatencyTarget.figure($0, of: cell.summary(of: metric)) }
      }
    }

  /// What each group counts, in sentences.
  static let explanation = [
    "Open arrival: every conversation was due at an instant of its own, however fast the system was.",
    "Wait: from then until a line was free and it began.",
    "Sent (turn.v2v_sent): service latency, from handing on the last frame of the caller's speech.",
    "V2v (turn.v2v): voice to voice from the true, scheduled end of speech; what a caller hears once connected.",
    "Intended (turn.v2v_intended): voice to voice, with the wait added to the first turn of each conversation; "
      + "what a caller lives through who called when the conversation was due.",
  ]

  /// The cells with conversations that were due; with a closed arrival and in virtual time there are none.
  let cells: [CellReport]

  init(_ report: RunReport) {
    cells = report.cells.filter { $0.arrivalWait != nil }
  }

  /// How many conversations of a cell the waits are those of.
  static func count(_ cell: CellReport) -> Int { cell.arrivalWait?.n ?? 0 }
}
