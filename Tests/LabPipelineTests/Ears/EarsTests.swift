import LabConversation
import LabProviders
import LabTimeline
import LabVoiceActivity
import Testing

@testable import LabPipeline

@Suite("The ears")
struct EarsTests {
  /// Ears that hear five frames of 10 ms in a buffer; speech is what lasts for one frame and ends with one of silence.
  private static func ears(
    _ probabilities: [Float], change: (inout PipelineSetup) -> Void = { _ in }
  ) throws -> Ears {
    var setup = try PipelineSetup.scripted(utterances: [])
    setup.detector = ScriptedDetector(probabilities)
    setup.settings.bufferSize = 800
    change(&setup)
    return Ears(setup, language: "en", bufferSize: 800)
  }

  private static func hear(
    _ ears: inout Ears, _ state: ConversationState, at milliseconds: Int64, isSuspected: Bool = false
  ) -> [String] {
    var out: [PipelineAction] = []
    _ = ears.capture(next: 800, isReplying: state == .aiSpeaking, into: &out)
    ears.analyse()
    var facts: [String] = []
    let floor = Ears.Floor(state: state, isSuspected: isSuspected)
    while let fact = ears.poll(floor, at: .ms(milliseconds)) { facts.append(text(fact)) }
    return facts
  }

  private static func text(_ fact: Ears.Fact) -> String {
    switch fact {
    case .speechStarted(let confidence, let held):
      "started \(confidence)\(held.map { ", \($0.count) bytes held" } ?? "")"
    case .speechContinued(let confidence): "continued \(confidence)"
    case .speechEnded(let located, _): "ended \(located.nanoseconds / 1_000_000)"
    case .speechIgnored: "ignored"
    case .judged(let verdict): "\(verdict)"
    case .failed(let reason): reason
    }
  }

  @Test("tell where speech begins and ends, and are asked for the next fact when the last was followed up")
  func speech() throws {
    var ears = try Self.ears([0, 1, 1, 0, 0])
    #expect(Self.hear(&ears, .userSpeaking, at: 50) == ["started 1.0", "ended 30"])
    #expect(Self.hear(&ears, .userSpeaking, at: 100) == [])
  }

  @Test("say that speech is nobody's turn when the conversation does not listen")
  func ignored() throws {
    var ears = try Self.ears([0, 1, 1, 0, 0])
    #expect(Self.hear(&ears, .aiThinking, at: 50) == ["started 1.0", "ended 30", "ignored"])
    ears = try Self.ears([0, 1, 1, 0, 0])
    #expect(Self.hear(&ears, .aiThinking, at: 50, isSuspected: true) == ["started 1.0", "ended 30"])
  }

  @Test("say that speech goes on, over the agent's voice alone")
  func continued() throws {
    var ears = try Self.ears([1, 0.75, 0.75]) { $0.settings.bargeInPolicy = .immediate }
    #expect(
      Self.hear(&ears, .aiSpeaking, at: 50).prefix(3) == ["started 1.0", "continued 0.75", "continued 0.75"])
  }

  @Test("hold sound back until speech begins, if the plan wants that")
  func held() throws {
    var ears = try Self.ears([0, 0, 0, 0, 0, 1]) {
      $0.settings.sttStreaming = .speech
      $0.settings.preRoll = .milliseconds(40)
    }
    #expect(Self.hear(&ears, .idle, at: 50) == [])
    #expect(ears.pass(ears.microphone.bytes) == nil)
    // 40 ms at 16 kHz are 1280 bytes.
    #expect(Self.hear(&ears, .idle, at: 100).first == "started 1.0, 1280 bytes held")
    #expect(ears.pass([1]) == [1])
    #expect(ears.closeGate() == true)
    #expect(ears.closeGate() == false)
    #expect(ears.pass([1]) == nil)
  }

  @Test("judge over the agent's voice when the policy is selective, also by the words that were understood")
  func judged() throws {
    var ears = try Self.ears(Array(repeating: 1, count: 40)) { $0.settings.bargeInPolicy = .selective }
    #expect(Self.hear(&ears, .aiSpeaking, at: 50).contains("suspected"))
    #expect(!ears.wantsWords)
    for time in 2...6 { _ = Self.hear(&ears, .aiSpeaking, at: Int64(50 * time), isSuspected: true) }
    ears.heard(.partial("Wait, stop"), at: .ms(320))
    #expect(ears.wantsWords)
    #expect(ears.judge(words: "Wait, stop", in: .aiSpeaking, at: .ms(320)) == .confirmed)
    #expect(!ears.wantsWords)
  }

  @Test("say why the detector cannot go on")
  func failed() throws {
    let failure = try #require(ScriptedDetector.anyFailure)
    var ears = try Self.ears([]) { $0.detector = ScriptedDetector([], failure: failure) }
    #expect(Self.hear(&ears, .idle, at: 50) == [failure.message])
  }
}
