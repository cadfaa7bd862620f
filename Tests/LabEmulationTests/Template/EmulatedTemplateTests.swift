import LabEmulation
import LabProviders
import LabTimeline
import Testing

@Suite("The template engine in virtual time")
struct EmulatedTemplateTests {
  private func providers(_ change: (inout LanguageModelProfile) -> Void = { _ in }) -> EmulatedProviders {
    var profiles = EmulationProfiles.shipped
    change(&profiles.languageModels["template/reply"]!)
    return EmulatedProviders(seed: 1, profiles: profiles, transcripts: TranscriptIndex(utterances: []))
  }

  @Test("says the template’s words at the instants of its profile")
  func answersInTime() throws {
    let asker = try Asker(
      providers {
        $0.firstToken = .fixed(.milliseconds(20))
        $0.tokenInterval = .fixed(.milliseconds(5))
      }, model: "template/reply")
    asker.ask("Okay.")
    asker.pump.wait(until: .ms(1000))
    #expect(asker.text == "Good. Then let us go on with the next part.")
    #expect(asker.tokens.map(\.at).prefix(3) == [.ms(20), .ms(25), .ms(30)])
    #expect(asker.failure == nil)
  }

  @Test("keeps one session for several requests, and says the plan’s words where there are some")
  func keepsSession() throws {
    let asker = try Asker(providers { $0.reply = "One two." }, model: "template/reply")
    asker.ask("Okay.", id: 0)
    asker.pump.wait(until: .ms(500))
    asker.ask("Okay.", id: 1)
    asker.pump.wait(until: .ms(1000))
    #expect(asker.text == "One two.One two.")
    #expect(asker.pump.served.count { if case .accept = $0 { true } else { false } } == 1)
  }
}
