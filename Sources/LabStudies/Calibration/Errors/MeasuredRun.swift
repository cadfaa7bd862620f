public import LabRecord
import LabTimeline

/// A calibration's run in one mode: its cells and every turn that it recorded.
public struct MeasuredRun: Sendable {
  /// How the conversations ran.
  public let mode: CalibrationMode
  /// The cells that turns name.
  public let cells: [Cell]
  /// The turns.
  public let turns: [TurnRecord]
  /// How many conversations ran.
  public let conversations: Int

  public init(mode: CalibrationMode, header: RecordHeader, turns: [TurnRecord]) {
    self.mode = mode
    cells = header.cells
    conversations = header.conversations
    self.turns = turns
  }

  /// A turn's place, the same in every mode.
  struct Place: Hashable {
    let cell: PlaceCell
    let iteration: Int
    let turn: Int
  }

  /// The services of a cell.
  struct PlaceCell: Hashable {
    let stt: String
    let llm: String
    let tts: String
  }

  /// The voice-to-voice latency of every turn that has one, over a network, in nanoseconds.
  func voiceToVoice(network: String) -> [Place: Int64] {
    var values: [Place: Int64] = [:]
    for turn in turns where cells[turn.conversation.cell].network == network {
      let cell = cells[turn.conversation.cell]
      let place = Place(
        cell: PlaceCell(stt: cell.stt, llm: cell.llm, tts: cell.tts), iteration: turn.conversation.iteration,
        turn: turn.turn)
      values[place] = MetricCatalogue.voiceToVoice.measure(turn.events).value?.nanoseconds
    }
    return values
  }
}
