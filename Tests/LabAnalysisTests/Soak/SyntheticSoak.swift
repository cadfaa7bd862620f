import LabRecord
import LabStatistics
import LabTimeline

@testable import AnalysisSupport
@testable import LabAnalysis

/// A soak made up turn by turn and look by look, so that a fault can be planted in it.
struct SyntheticSoak {
  var seconds = 5400.0
  /// A turn every so many seconds; eight utterances make a cycle.
  var spacing = 12.0
  var seed: UInt64 = 3
  /// By which share the model is slower at the end.
  var drift = 0.0
  var memoryPerHour = 0.0
  var descriptorsPerHour = 0.0
  var limits = SoakLimits()
  /// Changes a turn, given its age in seconds.
  var change: (inout TurnRecord, Double) -> Void = { _, _ in }
  /// How long the session lasts by its closing line; as long as asked for when nil.
  var lasted: Double?

  static let identity = ConversationIdentity(
    position: 0, cell: 0, name: "long", iteration: 0, isWarmup: false)

  func report() throws -> SoakReport {
    var settings = SoakSettings()
    settings.durationSeconds = seconds
    settings.limits = limits
    let header = RecordHeader(
      plan: RecordHeader.PlanIdentity(name: "soak", sha256: "0"), mode: .offline, seed: seed,
      cells: [SyntheticRun.cell()], conversations: 1)
    var analysis = try SoakAnalysis(header: header, lines: [.settings(settings)] + samples)
    for turn in turns { analysis.add(.turn(turn)) }
    analysis.add(
      .conversation(
        ConversationRecord(
          conversation: Self.identity, turns: turns.count, nanoseconds: Int64((lasted ?? seconds) * 1e9),
          failure: nil, counts: TurnCounts(), usage: Usage())))
    return analysis.finish()
  }

  /// Memory that settles in the first minutes and then moves by chance alone, unless a leak is planted.
  private var samples: [SoakLine] {
    var random = SeededGenerator(seed: seed).derived(name: "samples")
    return stride(from: 0.0, through: seconds, by: 10).map { at in
      let settling = 8e6 * (1 - PortableMath.exp(-at / 90))
      let allocated = 30e6 + settling + memoryPerHour * 1e6 * at / 3600 + 3e5 * random.normal()
      return .sample(
        ResourceSample(
          at: at, residentBytes: Int(allocated * 1.4), allocatedBytes: Int(allocated),
          descriptors: 24 + Int(descriptorsPerHour * at / 3600) + (random.next() % 8 == 0 ? 1 : 0),
          threads: 7))
    }
  }

  private var turns: [TurnRecord] {
    var random = SeededGenerator(seed: seed).derived(name: "turns")
    return stride(from: 5.0, to: seconds, by: spacing).enumerated().map { index, age in
      let item = index % 8
      let slower = 1 + drift * age / seconds
      let model = 500 * slower * PortableMath.exp(0.16 * random.normal())
      let voice = 300 * slower * PortableMath.exp(0.12 * random.normal())
      var trace = TurnTrace()
      func at(_ milliseconds: Double, _ kind: TurnEvent.Kind) {
        trace.record(kind, at: .origin + .nanoseconds(Int64((age * 1e9 + milliseconds * 1e6).rounded())))
      }
      at(-Double(900 + 250 * item), .userSpeechStarted)
      at(0, .userSpeechEnded)
      at(150, .llmRequested)
      at(150 + model, .llmFirstToken)
      at(170 + model, .ttsRequested)
      at(170 + model + voice, .ttsFirstByte)
      at(175 + model + voice, .firstAudibleSample)
      var counts = TurnCounts()
      counts.words = 8
      var usage = Usage()
      usage.ttsSeconds = 3
      var turn = TurnRecord(
        conversation: Self.identity, turn: index, outcome: .completed, events: trace, counts: counts,
        usage: usage)
      change(&turn, age)
      return turn
    }
  }
}
