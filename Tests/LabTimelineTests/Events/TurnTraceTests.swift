import Foundation
import LabTimeline
import Testing

@Suite("A turn's trace")
struct TurnTraceTests {
  private static let reopened = TurnTrace(events: [
    TurnEvent(.turnCommitted, at: .ms(100)), TurnEvent(.turnReopened, at: .ms(150)),
    TurnEvent(.turnCommitted, at: .ms(900)),
  ])

  @Test("gives the first and the last of several facts of one kind, in the order of recording")
  func firstAndLast() {
    #expect(Self.reopened.first(.turnCommitted) == .ms(100))
    #expect(Self.reopened.last(.turnCommitted) == .ms(900))
    #expect(Self.reopened.count(.turnCommitted) == 2)
  }

  @Test("has nothing to say of a fact that did not happen")
  func absent() {
    #expect(Self.reopened.first(.underrun) == nil)
    #expect(Self.reopened.last(.underrun) == nil)
    #expect(Self.reopened.count(.underrun) == 0)
  }

  @Test("takes a fact once when asked for the first only")
  func recordFirst() {
    var trace = TurnTrace()
    trace.recordFirst(.sttPartial, at: .ms(5))
    trace.recordFirst(.sttPartial, at: .ms(3))
    #expect(trace.events == [TurnEvent(.sttPartial, at: .ms(5))])
    trace.record(.sttPartial, at: .ms(3))
    #expect(trace.count(.sttPartial) == 2)
  }

  @Test("forgets every fact of the kinds named and no other")
  func forget() {
    var trace = Self.reopened
    trace.forget([.turnCommitted, .llmDone])
    #expect(trace.events == [TurnEvent(.turnReopened, at: .ms(150))])
  }

  @Test("sorts by instant and keeps the order of recording among equals")
  func sorted() {
    let trace = TurnTrace(events: [
      TurnEvent(.llmDone, at: .ms(7)), TurnEvent(.ttsRequested, at: .ms(2)),
      TurnEvent(.llmFirstSentence, at: .ms(2)), TurnEvent(.llmFirstToken, at: .ms(1)),
    ])
    #expect(
      trace.sorted().events.map(\.kind) == [.llmFirstToken, .ttsRequested, .llmFirstSentence, .llmDone])
  }

  @Test("is a list of short pairs in JSON and comes back equal")
  func coding() throws {
    let trace = TurnTrace(events: [TurnEvent(.sttFinal, at: LabInstant(nanoseconds: 12))])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(trace)
    #expect(String(bytes: data, encoding: .utf8) == #"[{"k":"sttFinal","ns":12}]"#)
    #expect(try JSONDecoder().decode(TurnTrace.self, from: data) == trace)
  }

  @Test("refuses a kind that it does not know")
  func unknownKind() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(TurnTrace.self, from: Data(#"[{"k":"applause","ns":1}]"#.utf8))
    }
  }
}
