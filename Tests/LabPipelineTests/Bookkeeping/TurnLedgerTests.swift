import LabConversation
import LabRecord
import LabTimeline
import Testing

@testable import LabPipeline

@Suite("The ledger of turns")
struct TurnLedgerTests {
  static let conversation = ConversationIdentity(
    position: 0, cell: 0, name: "talk", iteration: 0, isWarmup: false)

  static func ledger(_ kinds: SoundKind...) -> TurnLedger {
    TurnLedger(
      script: CallerScript(
        utterances: kinds.map {
          ScriptedUtterance(
            samples: [], speech: 0..<0, transcript: "one two three", begins: .at(.zero), kind: $0)
        }))
  }

  private func end(
    _ ledger: inout TurnLedger, _ turn: Int, _ outcome: TurnOutcome = .completed
  ) -> TurnRecord? {
    ledger.end(turn, outcome: outcome, conversation: Self.conversation)
  }

  @Test("gives a turn the utterance that is being spoken when it begins")
  func claim() throws {
    var ledger = Self.ledger(.speech)
    ledger.callerBegan(utterance: 0, began: .ms(500), ends: .ms(2000), listening: nil, replying: nil)
    ledger.begin(0, at: .ms(540))
    let record = try #require(end(&ledger, 0))
    #expect(record.events.first(.userSpeechStarted) == .ms(500))
    #expect(record.events.first(.userSpeechEnded) == .ms(2000))
    #expect(ledger.miss(conversation: Self.conversation).isEmpty)
  }

  @Test("gives a turn an utterance that ended less than a second ago, and no older one", arguments: [0, 1])
  func lateClaim(nanoseconds: Int64) throws {
    var ledger = Self.ledger(.speech)
    ledger.callerBegan(utterance: 0, began: .ms(500), ends: .ms(2000), listening: nil, replying: nil)
    ledger.begin(0, at: .ms(2999) + .nanoseconds(999_999 + nanoseconds))
    let record = try #require(end(&ledger, 0))
    #expect(record.events.count(.userSpeechEnded) == (nanoseconds == 0 ? 1 : 0))
  }

  @Test("does not give an utterance that is over to a second turn")
  func claimedOnce() throws {
    var ledger = Self.ledger(.speech)
    ledger.callerBegan(utterance: 0, began: .ms(500), ends: .ms(2000), listening: nil, replying: nil)
    ledger.begin(0, at: .ms(540))
    _ = end(&ledger, 0)
    ledger.begin(1, at: .ms(2100))
    #expect(try #require(end(&ledger, 1)).events.events.isEmpty)
  }

  @Test("gives both turns an utterance that was cut in two, which started once")
  func cutInTwo() throws {
    var ledger = Self.ledger(.speech)
    ledger.callerBegan(utterance: 0, began: .ms(500), ends: .ms(4000), listening: nil, replying: nil)
    ledger.begin(0, at: .ms(540))
    _ = end(&ledger, 0)
    ledger.begin(1, at: .ms(3000))
    let record = try #require(end(&ledger, 1))
    #expect(record.events.events == [TurnEvent(.userSpeechEnded, at: .ms(4000))])
  }

  @Test("adds an utterance that begins while a turn listens, whose end is then the last")
  func secondUtterance() throws {
    var ledger = Self.ledger(.speech, .speech)
    ledger.callerBegan(utterance: 0, began: .ms(500), ends: .ms(1000), listening: nil, replying: nil)
    ledger.begin(0, at: .ms(540))
    ledger.callerBegan(utterance: 1, began: .ms(1500), ends: .ms(3000), listening: 0, replying: nil)
    let record = try #require(end(&ledger, 0))
    #expect(record.events.last(.userSpeechEnded) == .ms(3000))
    #expect(record.events.count(.userSpeechEnded) == 2)
  }

  @Test("counts a false cut-off when a turn is committed before the caller has finished", arguments: [0, 1])
  func falseCutoff(early: Int64) throws {
    var ledger = Self.ledger(.speech)
    ledger.callerBegan(utterance: 0, began: .ms(500), ends: .ms(2000), listening: nil, replying: nil)
    ledger.begin(0, at: .ms(540))
    ledger.committed(0, transcript: "one two", at: .ms(2000) - .nanoseconds(early))
    let counts = try #require(end(&ledger, 0)).counts
    #expect(counts.falseCutoffs == Int(early))
    #expect(counts.words == 3)
    #expect(counts.wordErrors == 1)
  }

  @Test("counts an interruption by what the caller really did")
  func yields() throws {
    typealias Path = KeyPath<TurnCounts, Int>
    let counted: [(SoundKind, Path, interruptions: Int)] = [
      (.speech, \.interruptionsSucceeded, 1), (.backchannel, \.falseYieldsBackchannel, 0),
      (.cough, \.falseYieldsNoise, 0), (.noise, \.falseYieldsNoise, 0),
    ]
    for (kind, path, interruptions) in counted {
      var ledger = Self.ledger(.speech, kind)
      ledger.begin(0, at: .ms(0))
      ledger.callerBegan(utterance: 1, began: .ms(500), ends: .ms(900), listening: nil, replying: 0)
      ledger.yielded(0)
      let record = try #require(end(&ledger, 0, .interrupted))
      #expect(record.counts[keyPath: path] == 1, "\(kind)")
      #expect(record.counts.interruptions == interruptions, "\(kind)")
      #expect(record.events.first(.interruptionStarted) == .ms(500))
    }
  }

  @Test("blames noise for a yield with nobody speaking, and judges an interruption once")
  func yieldToNothing() throws {
    var ledger = Self.ledger(.speech)
    ledger.begin(0, at: .ms(0))
    ledger.callerBegan(utterance: 0, began: .ms(500), ends: .ms(900), listening: nil, replying: 0)
    ledger.yielded(0)
    ledger.yielded(0)
    let counts = try #require(end(&ledger, 0, .interrupted)).counts
    #expect(counts.interruptionsSucceeded == 1)
    #expect(counts.falseYieldsNoise == 1)
  }

  @Test("keeps an interruption that was tried and not noticed as tried")
  func failedInterruption() throws {
    var ledger = Self.ledger(.speech)
    ledger.begin(0, at: .ms(0))
    ledger.callerBegan(utterance: 0, began: .ms(500), ends: .ms(900), listening: nil, replying: 0)
    let counts = try #require(end(&ledger, 0)).counts
    #expect(counts.interruptions == 1)
    #expect(counts.interruptionsSucceeded == 0)
  }

  @Test("records an utterance that no turn took up as missed, and a cough not at all")
  func missed() {
    var ledger = Self.ledger(.speech, .cough)
    ledger.callerBegan(utterance: 0, began: .ms(500), ends: .ms(900), listening: nil, replying: nil)
    ledger.callerBegan(utterance: 1, began: .ms(5000), ends: .ms(5100), listening: nil, replying: nil)
    let missed = ledger.miss(conversation: Self.conversation)
    #expect(missed.map(\.outcome) == [.missed(reason: "not_heard")])
    #expect(missed.first?.counts.missedTurns == 1)
    #expect(missed.first?.events.last(.userSpeechEnded) == .ms(900))
    #expect(ledger.miss(conversation: Self.conversation).isEmpty)
    #expect(ledger.recorded == 1)
  }

  @Test("counts a turn that heard nobody and led to nothing as a false start, outside of all turns")
  func falseStart() {
    var ledger = Self.ledger(.cough)
    ledger.callerBegan(utterance: 0, began: .ms(500), ends: .ms(900), listening: nil, replying: nil)
    ledger.begin(0, at: .ms(600))
    ledger.update(0) { $0.counts.frames = 12 }
    #expect(end(&ledger, 0, .missed(reason: "nothing_understood")) == nil)
    #expect(ledger.unassigned.counts.falseStarts == 1)
    #expect(ledger.unassigned.counts.frames == 12)
    #expect(ledger.recorded == 0)
  }

  @Test("counts a turn in which speech led to nothing as missed")
  func missedTurn() throws {
    var ledger = Self.ledger(.speech)
    ledger.callerBegan(utterance: 0, began: .ms(500), ends: .ms(900), listening: nil, replying: nil)
    ledger.begin(0, at: .ms(600))
    let record = try #require(end(&ledger, 0, .missed(reason: "nothing_understood")))
    #expect(record.counts.missedTurns == 1)
    #expect(ledger.unassigned.counts.falseStarts == 0)
  }

  @Test(
    "notes when the end of speech was handed on, on the turn that the speech belongs to", arguments: [0, 1])
  func sent(order: Int) throws {
    var ledger = Self.ledger(.speech)
    ledger.callerBegan(utterance: 0, began: .ms(500), ends: .ms(2000), listening: nil, replying: nil)
    // A slow detector's turn begins after the frame was handed on.
    if order == 1 { ledger.sent(utterance: 0, at: .ms(2008)) }
    ledger.begin(0, at: .ms(2012))
    if order == 0 { ledger.sent(utterance: 0, at: .ms(2008)) }
    let record = try #require(end(&ledger, 0))
    #expect(record.events.first(.speechEndSent) == .ms(2008))
    #expect(record.events.count(.speechEndSent) == 1)
    // Nothing was due, so nothing was intended.
    #expect(record.events.count(.speechEndIntended) == 0)
  }

  @Test("notes when an utterance that nobody took up was handed on and was to end")
  func sentAndMissed() throws {
    var ledger = Self.ledger(.speech)
    ledger.wait = .milliseconds(300)
    ledger.callerBegan(utterance: 0, began: .ms(500), ends: .ms(900), listening: nil, replying: nil)
    ledger.sent(utterance: 0, at: .ms(910))
    let record = try #require(ledger.miss(conversation: Self.conversation).first)
    #expect(record.events.first(.speechEndSent) == .ms(910))
    #expect(record.events.first(.speechEndIntended) == .ms(600))
  }

  @Test("moves the first utterance alone to where it would have been without the wait")
  func intended() throws {
    var ledger = Self.ledger(.speech, .speech)
    ledger.wait = .milliseconds(5000)
    ledger.callerBegan(utterance: 0, began: .ms(500), ends: .ms(2000), listening: nil, replying: nil)
    ledger.begin(0, at: .ms(540))
    ledger.update(0) { $0.trace.record(.firstAudibleSample, at: .ms(2700)) }
    let first = try #require(end(&ledger, 0))
    ledger.callerBegan(utterance: 1, began: .ms(6500), ends: .ms(8000), listening: nil, replying: nil)
    ledger.begin(1, at: .ms(6540))
    ledger.update(1) { $0.trace.record(.firstAudibleSample, at: .ms(8700)) }
    let second = try #require(end(&ledger, 1))
    func measured(_ metric: LatencyMetric, _ turn: TurnRecord) -> Duration? {
      metric.measure(turn.events).value
    }
    #expect(first.events.first(.speechEndIntended) == .ms(-3000))
    #expect(measured(MetricCatalogue.voiceToVoice, first) == .milliseconds(700))
    #expect(measured(MetricCatalogue.voiceToVoiceIntended, first) == .milliseconds(5700))
    #expect(measured(MetricCatalogue.voiceToVoiceIntended, second) == .milliseconds(700))
  }

  @Test("books on nobody what belongs to no open turn")
  func unassigned() {
    var ledger = Self.ledger()
    ledger.update(nil) { $0.counts.frames += 1 }
    ledger.update(3) { $0.counts.frames += 1 }
    #expect(ledger.unassigned.counts.frames == 2)
    #expect(end(&ledger, 3) == nil)
  }

  @Test("numbers the turns that it records and sorts their facts")
  func records() throws {
    var ledger = Self.ledger()
    ledger.begin(4, at: .ms(0))
    ledger.update(4) {
      $0.trace.record(.llmDone, at: .ms(9))
      $0.trace.record(.llmRequested, at: .ms(3))
    }
    ledger.begin(5, at: .ms(10))
    #expect(try #require(end(&ledger, 4)).turn == 0)
    #expect(try #require(end(&ledger, 5)).turn == 1)
  }
}
