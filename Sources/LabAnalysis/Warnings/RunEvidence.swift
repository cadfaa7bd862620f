import LabRecord
import LabTimeline

/// All that detectors look at.
struct RunEvidence {
  /// A cell with the turns that count.
  struct CellEvidence {
    var index: Int
    var report: CellReport
    /// Conversations in the order of work, each with its turns in order.
    var conversations: [[MeasuredTurn]]

    var turns: [MeasuredTurn] { conversations.flatMap(\.self) }
  }

  var mode: RunMode
  /// The seed of the run, for detectors that draw.
  var seed: UInt64
  var cells: [CellEvidence]
  var pairs: [ArmPair]
  /// `nil` in virtual time, and when nothing was read.
  var instrument: InstrumentReading?
  var environment: RunEnvironment

  /// The probability of a false alarm that a test may spend on one of this many questions.
  func alpha(questions: Int) -> Double {
    WarningDefinition.falseAlarmProbability / Double(max(1, questions))
  }
}

extension RunEvidence {
  /// The evidence that a report was made from.
  ///
  /// - Parameter instrument: What the harness read; of an offline run nothing of it is used.
  init(_ analysis: RunAnalysis, instrument: InstrumentReading?) {
    let report = analysis.report
    mode = report.run.mode
    seed = report.run.seed
    pairs = report.pairs ?? []
    environment = report.run.environment
    // The report of an offline run is the same on every machine, whatever the machine said of itself.
    self.instrument = mode == .offline ? nil : instrument
    var conversations: [[[MeasuredTurn]]] = report.cells.map { _ in [] }
    var last: Int?
    for turn in analysis.turns where turn.discarded == nil {
      let cell = turn.conversation.cell
      if turn.conversation.position == last {
        conversations[cell][conversations[cell].count - 1].append(turn)
      } else {
        conversations[cell].append([turn])
        last = turn.conversation.position
      }
    }
    cells = report.cells.indices.map {
      CellEvidence(index: $0, report: report.cells[$0], conversations: conversations[$0])
    }
  }
}
