import LabProviders
import LabTimeline
import LabTransport
import Testing

@testable import LabEngines

@Suite("Engines in this process", .serialized)
struct BuiltInEngineTests {
  private static let hasFlite = FliteLibrary.problem == nil
  private static let hasEspeak = EspeakLibrary.problem == nil
  private static let hasPocketSphinx = PocketSphinxLibrary.problem == nil

  private func isDone(_ request: Int) -> (EngineReply) -> Bool {
    { if case .done(request, _) = $0 { true } else { false } }
  }

  @Test("all have an entry in the catalogue, and every such entry an engine")
  func areInCatalogue() {
    for entry in ProviderCatalogue.standard.entries {
      guard case .builtIn(let name)? = entry.engine else { continue }
      #expect(BuiltInEngine(name) != nil, "\(name)")
    }
    #expect(BuiltInEngine("deepgram/nova-3") == nil)
    #expect(EngineSpecification.builtIn("deepgram/nova-3").problem != nil)
  }

  @Test("that are missing are named in a sentence, with the package that brings them")
  func namesPackage() {
    let problem = #expect(throws: EngineProblem.self) {
      _ = try SharedLibrary(["libnone-of-that-name.so.9"], of: "Flite", package: "libflite1")
    }
    #expect(problem?.message == "Flite is not on this machine (libnone-of-that-name.so.9 cannot be loaded).")
    #expect(problem?.hint == "Install it, on Debian with: apt-get install libflite1")
  }

  @Test("of templates answer at once, many sessions on one thread")
  func templates() {
    let talk = EngineTalk()
    for id in 0..<3 { talk.open(id, builtIn: "template/reply", stage: .llm) }
    for id in 0..<3 { talk.send(id, .request(1, [.init(role: .user, content: "Okay.")])) }
    for id in 0..<3 {
      #expect(talk.reply(id, where: isDone(1)) != nil)
      let text = talk.replies(id).map { if case .token(1, let text) = $0 { text } else { "" } }.joined()
      #expect(text == "Good. Then let us go on with the next part.")
    }
    #expect((0..<3).map { talk.timings($0)?.isReused } == [false, true, true])
  }

  @Test(
    "of Flite stream a sentence before it is all made", .enabled(if: hasFlite, "libflite1 is not installed"))
  func fliteStreams() throws {
    let talk = EngineTalk()
    talk.open(1, builtIn: "flite/kal16", stage: .tts)
    talk.send(1, .speak(4, "One two three four five. And that is all."))
    #expect(talk.reply(1, where: isDone(4)) != nil, "\(talk.failure(1) ?? "")")
    #expect(talk.replies(1).first == .ready(sampleRate: 16_000))
    let seconds = Double(talk.audio(1, of: 4).count) / 32_000
    #expect((1.5...6).contains(seconds), "\(seconds) s")
    #expect(talk.replies(1).count > 10, "the audio came in pieces")
  }

  @Test(
    "of Flite stop when a text is cancelled, and say the next",
    .enabled(if: hasFlite, "libflite1 is not installed"))
  func fliteCancels() {
    let talk = EngineTalk()
    talk.open(1, builtIn: "flite/slt", stage: .tts)
    let long = String(repeating: "This sentence goes on and on without an end. ", count: 200)
    talk.send(1, .speak(1, long))
    #expect(talk.wait { _ in !talk.audio(1, of: 1).isEmpty })
    talk.send(1, .cancel(1))
    talk.send(1, .speak(2, "Yes."))
    #expect(talk.reply(1, where: isDone(2)) != nil)
    // All of it would be ten minutes.
    #expect(talk.audio(1, of: 1).count < 32_000 * 300)
    #expect(!talk.replies(1).contains { isDone(1)($0) })
    #expect(!talk.audio(1, of: 2).isEmpty)
  }

  @Test(
    "of eSpeak NG speak the language of the conversation",
    .enabled(if: hasEspeak, "libespeak-ng1 is not installed"), arguments: ["en-US", "de", "it-IT"])
  func espeakSpeaks(language: String) {
    let talk = EngineTalk()
    talk.open(1, builtIn: "espeak-ng/formant", stage: .tts, language: language)
    talk.send(1, .speak(1, "Eins, zwei, drei."))
    #expect(talk.reply(1, where: isDone(1)) != nil, "\(talk.failure(1) ?? "")")
    #expect(talk.replies(1).first == .ready(sampleRate: 22_050))
    #expect(talk.audio(1, of: 1).count > 20_000)
  }

  @Test(
    "of PocketSphinx understand Flite, with partials on the way",
    .enabled(
      if: hasPocketSphinx && hasFlite, "libpocketsphinx3, pocketsphinx-en-us or libflite1 is not installed"),
    arguments: ["pocketsphinx/en-us", "pocketsphinx/en-us-single-pass"])
  func pocketSphinxHears(name: String) {
    let talk = EngineTalk()
    talk.open(1, builtIn: "flite/slt", stage: .tts)
    talk.send(1, .speak(1, "So I need a common denominator."))
    #expect(talk.reply(1, where: isDone(1)) != nil)
    let sound = talk.audio(1, of: 1)
    for (id, finalize) in [(2, 7), (3, 8)] {
      talk.open(id, builtIn: name, stage: .stt)
      for start in stride(from: 0, to: sound.count, by: 2048) {
        talk.send(id, .audio(Array(sound[start..<min(start + 2048, sound.count)])))
      }
      talk.send(id, .finalize(finalize))
      let final = talk.reply(id) { if case .final(_, finalize) = $0 { true } else { false } }
      guard case .final(let text, _)? = final else {
        Issue.record("no final: \(talk.failure(id) ?? "silence")")
        return
      }
      #expect(text.contains("common denominator"), "\(text)")
      #expect(talk.replies(id).contains { if case .partial = $0 { true } else { false } })
      talk.close(id)
    }
    // Loading the model is paid once.
    #expect(talk.timings(2)?.isReused == false)
    #expect(talk.timings(3)?.isReused == true)
  }

  @Test(
    "refuse a language that they do not know",
    .enabled(if: hasPocketSphinx, "libpocketsphinx3 is not installed"))
  func refusesLanguage() {
    let talk = EngineTalk()
    talk.open(1, builtIn: "pocketsphinx/en-us", stage: .stt, language: "de")
    #expect(talk.wait { _ in talk.failure(1) != nil })
    #expect(
      talk.failure(1) == "pocketsphinx/en-us understands English only, and the conversation is in “de”.")
  }
}
