import LabRecord
import LabTimeline

/// Turns of a combination that nobody measured, put together from turns of combinations that somebody did.
///
/// Every cell holds the same conversations, so a turn is put together from the same turn elsewhere: the same
/// words, the same length, the same place in the conversation. Two of the three services are taken from one
/// measured turn where a cell has both, so that what makes the stages of a turn slow together stays together;
/// the third comes from another cell. The model and the synthesis come first among the pairs: what synthesis
/// has to speak are the model's own first words, and another model's would take it another time. Speech to
/// text hands on the caller's words, which are the same for all. All ways of doing so count alike. Only where
/// no two services were ever measured together, all three come from three cells.
struct TurnComposition {
  /// What was put together of each conversation, in their order; in milliseconds.
  let conversations: [(key: TurnParts.Conversation, values: [Double])]
  /// How many different turns were put together.
  let turns: Int
  /// In how many ways each.
  let ways: Int

  /// In milliseconds, by the conversation that the turn is of.
  var values: [[Double]] { conversations.map(\.values) }

  /// More ways make no better a figure.
  private static let mostWays = 64
  /// Where there are turns enough, fewer ways do: this many values of the whole cell.
  private static let enoughValues = 65_536

  /// Composes a cell; `nil` when a service of it was not measured under the cell's conditions, or no turn
  /// exists in all of them.
  ///
  /// - Parameter donors: Measured cells; one that is this very cell is left out.
  init?(_ cell: Cell, from donors: [Donor]) {
    let usable = donors.filter { $0.cell != cell && $0.cell.conditions == cell.conditions }
    let ways = Self.ways(to: cell, among: usable.map(\.cell), turns: usable.map(\.turns.count).max() ?? 0)
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
    var conversations: [(key: TurnParts.Conversation, values: [Double])] = []
    for key in byTurn.keys.sorted() {
      if conversations.last?.key != key.had { conversations.append((key.had, [])) }
      conversations[conversations.count - 1].values += byTurn[key] ?? []
    }
    self.conversations = conversations
    turns = byTurn.count
    self.ways = ways.count
  }

  /// The cells to listen, to think and to speak for a cell, in every way that is as good as the best.
  private static func ways(to cell: Cell, among cells: [Cell], turns: Int) -> [[Int]] {
    let stt = cells.indices.filter { cells[$0].stt == cell.stt }
    let llm = cells.indices.filter { cells[$0].llm == cell.llm }
    let tts = cells.indices.filter { cells[$0].tts == cell.tts }
    var ways: [[Int]] = []
    for listener in stt {
      for both in llm where cells[both].tts == cell.tts { ways.append([listener, both, both]) }
    }
    if ways.isEmpty {
      for both in stt where cells[both].llm == cell.llm {
        for speaker in tts { ways.append([both, both, speaker]) }
      }
      for both in stt where cells[both].tts == cell.tts {
        for thinker in llm { ways.append([both, thinker, both]) }
      }
    }
    if ways.isEmpty {
      for listener in stt {
        for thinker in llm { ways += tts.map { [listener, thinker, $0] } }
      }
    }
    let most = min(mostWays, max(1, enoughValues / max(1, turns)))
    return ways.count <= most ? ways : (0..<most).map { ways[$0 * ways.count / most] }
  }
}

extension Cell {
  /// Everything but the three services.
  var conditions: [String] { [workload, vad, network, device, preset, arm.rawValue] }
}
