import LabRecord
import LabTimeline
import Testing

/// Spelled out, because files of years hold these names.
@Suite("The names in files")
struct NamesInFilesTests {
  @Test("of stages, modes and sounds stay as they are")
  func names() {
    #expect(Stage.allCases.map(\.rawValue) == ["stt", "llm", "tts", "s2s"])
    #expect(RunMode.allCases.map(\.rawValue) == ["offline", "loopback", "live"])
    let sounds = ["real", "backchannel", "cough", "noise", "keyboard", "music", "talker"]
    #expect(SoundKind.allCases.map(\.rawValue) == sounds)
    #expect(InterruptionTrial.Kind.allCases.map(\.rawValue) == sounds + ["echo", "nothing"])
  }

  @Test("of what is heard in a trial come back", arguments: InterruptionTrial.Kind.allCases)
  func trials(kind: InterruptionTrial.Kind) {
    #expect(InterruptionTrial.Kind(rawValue: kind.rawValue) == kind)
    #expect(InterruptionTrial.Kind(rawValue: "x" + kind.rawValue) == nil)
  }

  @Test("of a cell's services go by their stages")
  func providers() {
    var cell = Cell(
      workload: "tutor", stt: "a", llm: "b", tts: "c", vad: "d", network: "e", device: "f", preset: "g")
    #expect(cell.providers == [.stt: "a", .llm: "b", .tts: "c"])
    (cell.stt, cell.tts) = (Cell.none, Cell.none)
    #expect(cell.providers == [.s2s: "b"])
    #expect(cell.services == ["b"])
  }
}
