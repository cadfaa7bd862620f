import LabRecord
import LabStatistics
import LabTimeline
import Testing

@testable import AnalysisSupport
@testable import LabAnalysis
@testable import LabReports

@Suite("What each choice adds")
struct ChoiceEffectTests {
  /// Two models on two networks: the second network makes every request 40 ms later, the second model every first token
  /// as much later as the conversation says.
  private struct Matrix {
    var cells = ["openai/gpt-4.1", "groq/llama-3.3-70b"].flatMap { llm in
      ["wlan", "4g"].map { SyntheticRun.cell(llm: llm, network: $0) }
    }
    var conversations = 6
    /// The cell and conversation whose turns fail.
    var failing: (cell: Int, conversation: Int)?

    func report() throws -> RunReport {
      var builder = RunReportBuilder(header: header)
      for position in 0..<header.conversations {
        for line in lines(position) { try builder.add(line) }
      }
      return builder.finish(instrument: nil, environment: nil).report
    }

    private var header: RecordHeader {
      RecordHeader(
        plan: .init(name: "matrix", sha256: String(repeating: "0", count: 64)), mode: .offline, seed: 3,
        cells: cells, conversations: cells.count * conversations)
    }

    private func lines(_ position: Int) -> [RecordLine] {
      let (cell, conversation) = (position % cells.count, position / cells.count)
      let identity = ConversationIdentity(
        position: position, cell: cell, name: "\(cells[cell].workload)-\(conversation)", iteration: 0,
        isWarmup: false)
      // The same draws in every cell, as emulated services have them.
      var random = SeededGenerator(seed: 3).derived(name: "conversation \(conversation)")
      var lines: [RecordLine] = []
      for turn in 0..<3 {
        var trace = SyntheticTurn.trace(
          startingAt: .origin + .seconds(9 * turn), isCold: false, slowness: 1, random: &random)
        if cells[cell].network == "4g" {
          trace = trace.delayed(from: .llmRequestReceived, by: .milliseconds(40))
        }
        if cells[cell].llm.hasPrefix("groq") {
          trace = trace.delayed(from: .llmFirstTokenSent, by: .milliseconds(-10 * (conversation + 1)))
        }
        var outcome = TurnOutcome.completed
        if let failing, failing == (cell, conversation) {
          outcome = .failed(stage: .llm, reason: "overloaded")
          trace = trace.upTo(.llmRequested)
        }
        lines.append(
          .turn(
            TurnRecord(
              conversation: identity, turn: turn, outcome: outcome, events: trace, counts: TurnCounts(),
              usage: Usage())))
      }
      let end = ConversationRecord(
        conversation: identity, turns: 3, nanoseconds: 27_000_000_000, failure: nil, counts: TurnCounts(),
        usage: Usage())
      return lines + [.conversation(end)]
    }
  }

  @Test("finds a planted delay to the nanosecond, and its owner")
  func planted() throws {
    let effects = try #require(try Matrix().report().choices)
    #expect(effects.map(\.axis) == ["llm", "network"])
    let network = effects[1]
    #expect(network.value == "4g" && network.reference == "wlan")
    #expect(network.cells == 2 && network.turns == 36)
    #expect(network.medianMilliseconds == 40 && network.meanMilliseconds == 40)
    #expect(network.medianInterval == [40, 40])
    #expect(
      network.owners.filter { $0.meanMilliseconds != 0 } == [.init(owner: .network, meanMilliseconds: 40)])
    let model = effects[0]
    #expect(model.meanMilliseconds == -35 && model.medianMilliseconds == -35)
    #expect(model.owners.first { $0.owner == .llm }?.meanMilliseconds == -35)
    let interval = try #require(model.medianInterval)
    #expect(interval[0] >= -60 && interval[0] < -35 && interval[1] > -35 && interval[1] <= -10)
  }

  @Test("looks only at turns that both cells answered, and says how many were lost")
  func lost() throws {
    let effects = try #require(try Matrix(failing: (cell: 1, conversation: 2)).report().choices)
    #expect(effects[1].turns == 33)
    #expect(effects[1].lost == 3 && effects[1].referenceLost == 0)
    #expect(effects[1].medianMilliseconds == 40)
  }

  @Test("has nothing to say of values that never meet: workloads, baselines, a cell alone")
  func nothing() throws {
    #expect(try Matrix(cells: [SyntheticRun.cell()]).report().choices == nil)
    let workloads = ["tutor", "companion"].map { SyntheticRun.cell(workload: $0) }
    #expect(try Matrix(cells: workloads).report().choices == nil)
    var arms = [SyntheticRun.cell(network: "wlan"), SyntheticRun.cell(network: "4g")]
    arms[1].arm = .baseline
    #expect(try Matrix(cells: arms).report().choices == nil)
  }

  @Test("leaves out the interval where there are few conversations")
  func few() throws {
    let effects = try #require(try Matrix(conversations: 3).report().choices)
    #expect(effects.allSatisfy { $0.medianInterval == nil })
  }

  @Test("stands in the table of the terminal with signs and owners")
  func text() throws {
    let section = try #require(
      ChoiceSection.section(try Matrix(failing: (cell: 1, conversation: 2)).report()))
    let table = try #require(section.tables.first)
    #expect(
      table.header
        == [
          "axis", "choice", "instead of", "turns", "median", "95 %", "mean", "network", "llm", "lost turns",
        ])
    #expect(
      table.rows[1] == ["network", "4g", "wlan", "33", "+40", "+40 to +40", "+40", "+40", "0.0", "0 → 3"])
    #expect(table.rows[0][4].hasPrefix("−"))
  }
}

extension TurnTrace {
  /// The same events, those from a kind on at another instant.
  fileprivate func delayed(from kind: TurnEvent.Kind, by delay: Duration) -> TurnTrace {
    guard let first = events.firstIndex(where: { $0.kind == kind }) else { return self }
    return TurnTrace(
      events: events.enumerated().map { index, event in
        index < first ? event : TurnEvent(event.kind, at: event.at + delay)
      })
  }
}
