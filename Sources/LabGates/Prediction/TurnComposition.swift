import LabTimeline

/// Turns of a combination that nobody measured, put together from turns of combinations that somebody did.
///
/// Every cell holds the same conversations, so a turn is put together from the same turn elsewhere: the same words, the
/// same length, the same place in the conversation. Two of the three services are taken from one measured turn where a
/// cell has both, so that what makes the stages of a turn slow together stays together; the third comes from another cell.
/// All ways of doing so count alike. Only where no two services were ever measured together, all three come from three cells.
struct TurnComposition {
  /// In milliseconds, by the conversation that the turn is of.
  let values: [[Double]]
  /// How many different turns were put together.
  let turns: Int
  /// In how many ways each.
  let ways: Int

  /// More ways make no better a figure.
  private static let mostWays = 64

  /// Composes a cell; `nil` when a service of it was not measured under the cell's conditions, or no turn is had by all.
  ///
  /// - Parameter donors: Measured cells; one that is this very cell is left out.
  init?(_ cell: Cell, from donors: [Donor]) {
    let usable = donors.filter { $0.cell != cell && $0.cell.conditions == cell.conditions }
    let stt = usable.indices.filter { usable[$0].cell.stt == cell.stt }
    let llm = usable.indices.filter { usable[$0].cell.llm == cell.llm }
    let tts = usable.indices.filter { usable[$0].cell.tts == cell.tts }
    var ways: [[Int]] = []
    for listener in stt {
      for both in llm where usable[both].cell.tts == cell.tts { ways.append([listener, both, both]) }
    }
    for both in stt where usable[both].cell.llm == cell.llm {
      for speaker in tts { ways.append([both, both, speaker]) }
    }
    for both in stt where usable[both].cell.tts == cell.tts {
      for thinker in llm { ways.append([both, thinker, both]) }
    }
    if ways.isEmpty {
      for listener in stt {
        for thinker in llm { ways += tts.map { [listener, thinker, $0] } }
      }
    }
    if ways.count > Self.mostWays {
      ways = (0..<Self.mostWays).map { ways[$0 * ways.count / Self.mostWays] }
    }
    var byTurn: [TurnParts.Key: [Double]] = [:]
    for way in ways {
      let (listener, thinker, speaker) = (usable[way[0]], usable[way[1]], usable[way[2]])
      for (key, listening) in listener.turns {
        guard let thinking = thinker.turns[key], let speaking = speaker.turns[key] else { continue }
        let sum = listening.listening + thinking.thinking + speaking.speaking
        byTurn[key, default: []].append(Double(sum) / 1e6)
      }
    }
    guard !byTurn.isEmpty else { return nil }
    var values: [[Double]] = []
    var last: TurnParts.Key?
    for key in byTurn.keys.sorted() {
      let isSame = last.map { $0.conversation == key.conversation && $0.iteration == key.iteration } ?? false
      if !isSame { values.append([]) }
      values[values.count - 1] += byTurn[key] ?? []
      last = key
    }
    self.values = values
    turns = byTurn.count
    self.ways = ways.count
  }
}

extension Cell {
  /// Everything but the three services.
  var conditions: [String] { [workload, vad, network, device, preset, arm.rawValue] }
}
