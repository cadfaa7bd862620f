import LabRecord
import LabTimeline
import Testing

@testable import AnalysisSupport
@testable import LabAnalysis
@testable import LabReports

@Suite("The report of an open arrival")
struct ArrivalReportTests {
  /// A run in real time whose conversations were due each 100 ms and began 0, 250, 500, … ms late, two cells in
  /// turn; every frame with an end of speech was handed on 8 ms after it.
  static func analysis(cells: Int = 2, conversationsPerCell: Int = 24) throws -> RunAnalysis {
    var run = SyntheticRun()
    run.mode = .loopback
    run.hasAccidents = false
    run.cells = Array(run.cells.prefix(cells))
    run.conversationsPerCell = conversationsPerCell
    let lines = run.lines.map { line in
      switch line {
      case .turn(var turn):
        let wait = turn.turn == 0 ? wait(turn.conversation.position) : .zero
        if let ended = turn.events.last(.userSpeechEnded) {
          turn.events.record(.speechEndIntended, at: ended - wait)
          turn.events.record(.speechEndSent, at: ended + .milliseconds(8))
        }
        return RecordLine.turn(turn)
      case .conversation(var end):
        let position = end.conversation.position
        let due = LabInstant(nanoseconds: Int64(position) * 100_000_000)
        end.arrival = ConversationArrival(intended: due, started: due + wait(position))
        return .conversation(end)
      case .header, .footer: return line
      }
    }
    return try withFile(bytes(lines)) {
      try RunAnalysis.read(records: [$0], instrument: InstrumentReading(), environment: nil)
    }
  }

  static func wait(_ position: Int) -> Duration { .milliseconds(250 * position) }

  @Test("summarises the waits of conversations, not of turns")
  func waits() throws {
    let cells = try Self.analysis().report.cells
    // The first cell has the even positions 0…46: waits of 0, 500, … 11,500.
    let wait = try #require(cells[0].arrivalWait)
    #expect(wait == WaitSummary(n: 24, p50: 5750, p90: 10_350, max: 11_500))
    #expect(try #require(cells[1].arrivalWait).max == 11_750)
  }

  @Test("gives no quantile of a wait that the conversations cannot support")
  func support() throws {
    let wait = try #require(try Self.analysis(conversationsPerCell: 1).report.cells[1].arrivalWait)
    #expect(wait == WaitSummary(n: 1, p50: nil, p90: nil, max: 250))
  }

  @Test("shows service latency and response latency beside voice to voice, the wait in the first turn alone")
  func bothLatencies() throws {
    let analysis = try Self.analysis()
    func value(_ metric: LatencyMetric, _ turn: MeasuredTurn) throws -> Duration {
      let index = try #require(MetricCatalogue.all.firstIndex(of: metric))
      return try #require(turn.measurements[index].value)
    }
    for turn in analysis.turns {
      let heard = try value(MetricCatalogue.voiceToVoice, turn)
      let wait = turn.turn == 0 ? Self.wait(turn.conversation.position) : .zero
      #expect(try value(MetricCatalogue.voiceToVoiceSent, turn) == heard - .milliseconds(8))
      #expect(try value(MetricCatalogue.voiceToVoiceIntended, turn) == heard + wait)
    }
    let cell = analysis.report.cells[0]
    #expect(cell.laterTurns["turn.v2v_intended_ms"]?.max == cell.laterTurns["turn.v2v_ms"]?.max)
  }

  @Test("says in every form for people what each latency counts from", arguments: [1, 2])
  func explains(cells: Int) throws {
    let analysis = try Self.analysis(cells: cells)
    let pages = [
      TerminalTable.text(analysis.report, style: .plain),
      String(decoding: SummaryMarkdown.bytes(analysis), as: UTF8.self)
        .replacing("\\_", with: "_"),
      String(decoding: HTMLReport.bytes(analysis), as: UTF8.self),
    ]
    for page in pages {
      for sentence in ArrivalTable.explanation {
        #expect(page.contains(sentence) || page.contains(HTMLText.escaped(sentence)), "\(sentence)")
      }
      #expect(page.contains("intended (ms)"))
    }
    // 24 conversations of the one cell wait 0 … 5750 ms each 250, of the first of two cells twice that.
    let words = pages[0].split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains(cells == 1 ? " 24 2875 5175 5750 " : " 24 5750 10350 11500 "))
  }

  @Test("gives the waits to spreadsheets, with their unit")
  func table() throws {
    let text = String(decoding: CellsCSV.bytes(try Self.analysis().report), as: UTF8.self)
    let rows = text.split(separator: "\r\n")
    #expect(
      rows[0].hasSuffix(",arrival_wait_n,arrival_wait_p50_ms,arrival_wait_p90_ms,arrival_wait_max_ms"))
    #expect(rows[1].hasSuffix(",24,5750.000,10350.000,11500.000"))
  }

  @Test("of a closed arrival, and of virtual time, has no waits and speaks of none")
  func closed() throws {
    for mode in [RunMode.offline, .live] {
      var run = SyntheticRun()
      run.mode = mode
      let analysis = try run.analysis()
      #expect(analysis.report.cells.allSatisfy { $0.arrivalWait == nil })
      #expect(!TerminalTable.text(analysis.report, style: .plain).contains("Open arrival"))
      #expect(!String(decoding: HTMLReport.bytes(analysis), as: UTF8.self).contains("id=\"arrivals\""))
      let reasons = analysis.report.cells[0].metrics["turn.v2v_sent_ms"]?.missingReasons
      #expect(
        reasons?.keys.sorted() == [mode == .offline ? "virtual time is never late" : "no speechEndSent"])
    }
  }
}
