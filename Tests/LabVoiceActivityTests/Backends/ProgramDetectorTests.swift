import LabAudio
import TestSupport
import Testing

@testable import LabVoiceActivity

@Suite("A detector that is a program")
struct ProgramDetectorTests {
  /// Answers a block with 1 when the first sample of it is not 0; written for the shell, which is everywhere.
  private static let script = """
    echo "# block 320"
    while true; do
      first=$(dd bs=640 count=1 iflag=fullblock 2>/dev/null | od -An -N2 -td2)
      [ -n "$first" ] || exit 0
      if [ "$first" -ne 0 ]; then echo 1; else echo 0.25; fi
    done
    """

  private func detector(_ script: String) throws -> ProgramDetector {
    try ProgramDetector(
      DetectorProgram(name: "command/shell", arguments: ["sh", "-c", script]), sampleRate: .hz16000)
  }

  @Test("gives each frame the answer to the last whole block, the same however the stream is cut")
  func answers() throws {
    let samples = (0..<1600).map { Int16($0 >= 640 && $0 < 960 ? 100 : 0) }
    var whole = try detector(Self.script)
    let frames = whole.frames(of: samples)
    #expect(frames.map(\.probability) == [0, 0.25, 0.25, 0.25, 0.25, 1, 1, 0.25, 0.25, 0.25])
    #expect(whole.failure == nil)
    var cut = try detector(Self.script)
    var pieces: [VoiceFrame] = []
    for start in stride(from: 0, to: samples.count, by: 100) {
      pieces += cut.frames(of: samples[start..<min(start + 100, samples.count)])
    }
    #expect(pieces == frames)
  }

  @Test("says what is wrong with a program that does not begin as it has to, or ends early")
  func failures() throws {
    let error = #expect(throws: VoiceActivityError.self) { try detector("echo hello") }
    #expect(error?.message.contains("# block 512") == true)
    #expect(throws: VoiceActivityError.self) { try detector("exit 1") }
    var short = try detector("echo '# block 160'; echo 0.5")
    _ = short.frames(of: [Int16](repeating: 1, count: 800))
    #expect(short.failure?.code == .detectorFailed)
    var wrong = try detector("echo '# block 160'; echo loud; cat >/dev/null")
    _ = wrong.frames(of: [Int16](repeating: 1, count: 160))
    #expect(wrong.failure?.message.contains("loud") == true)
  }

  @Test("hears 16 kHz alone")
  func rate() {
    #expect(throws: VoiceActivityError.self) {
      try ProgramDetector(DetectorProgram(name: "x", arguments: ["true"]), sampleRate: .hz48000)
    }
  }
}
