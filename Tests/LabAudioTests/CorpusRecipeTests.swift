import LabYAML
import Testing

@testable import LabAudio

@Suite struct CorpusRecipeTests {
  private let head = """
    schema: turnlab.recipe/1
    name: r
    description: d
    language: en
    seed: 3
    voices: [{ id: mia, engine: flite, voice: slt, language: en-US }]

    """

  private func problems(_ text: String) throws -> [String] {
    let error = try failure { try CorpusRecipe(text: text, file: "r.yaml") }
    #expect(error.code == .invalidRecipe)
    return error.problems.map { "\($0.line): \($0.message)" }
  }

  private func utterance(_ say: String) -> String {
    head + """
      conversations:
        - id: c
          workload: tutor
          voice: mia
          utterances:
            - id: u
              begins: { at_ms: 0 }
              say: \(say)
      """
  }

  @Test("reads phrases, pauses, sounds and the defaults")
  func readsPhrasesPausesSoundsAndTheDefaults() throws {
    let say = "[One, 300, two, { sound: cough, duration_ms: 200 }]"
    let recipe = try CorpusRecipe(text: utterance(say), file: "r.yaml")
    #expect(
      recipe.conversations[0].utterances[0].parts == [
        .phrase("One"), .pause(milliseconds: 300), .phrase("two"), .sound(.cough, milliseconds: 200),
      ])
    #expect(recipe.sampleRate == 16_000 && recipe.noiseFloor == -65 && recipe.speechLevel == -26)
    #expect(recipe.voices["mia"]?.speaker == "flite/slt")
  }

  @Test(
    "reports what cannot be said",
    arguments: [
      ("[300, a]", "14: a pause must stand between two phrases"),
      ("[a, 300]", "14: a pause must stand between two phrases"),
      ("[a, 300, 300, b]", "14: two pauses in a row are one; add them up"),
      ("[a, 5, b]", "14: item 2 of “say” is 5; it must be 20 to 10000"),
      ("[]", "14: there is nothing to say"), ("\"...\"", "14: a phrase needs at least one letter"),
      (
        "[{ sound: sneeze, duration_ms: 200 }]",
        "14: “sound” cannot be “sneeze”; it is one of cough, knock, keyboard, music"
      ),
    ])
  func reportsWhatCannotBeSaid(say: String, problem: String) throws {
    #expect(try problems(utterance(say)) == [problem])
  }

  @Test("reports voices that nobody has")
  func reportsVoicesThatNobodyHas() throws {
    let found = try problems(utterance("a").replacing("voice: mia", with: "voice: mai"))
    #expect(found == ["10: no voice of the recipe has the id “mai”; did you mean “mia”?"])
  }

  @Test("reads conditions")
  func readsConditions() throws {
    let conditions = """

      conditions:
        - id: clean
        - { id: white, noise: { kind: white, snr_db: 10 } }
        - { id: talk, noise: { kind: babble, snr_db: 5, talkers: [{ voice: mia, say: hello }] } }
        - { id: room, reverb: { decay_ms: 400 } }
        - { id: echo, echo: { voice: mia, say: hello, delay_ms: 80, level_dbfs: -40 } }
      """
    let read = try CorpusRecipe(text: utterance("a") + conditions, file: "r.yaml").conditions
    let line = CorpusCondition.Line(voice: "mia", text: "hello")
    #expect(read.map(\.background) == [nil, .white, .babble([line]), nil, nil])
    #expect(read[1].signalToNoise == 10)
    #expect(read[3].reverberation == .init(decayMilliseconds: 400, directToReverberant: 3, seed: 3))
    #expect(read[4].echo == .init(line: line, delayMilliseconds: 80, level: -40))
  }

  @Test("reports conditions that cannot be, all at once")
  func reportsConditionsThatCannotBeAllAtOnce() throws {
    let conditions = """

      conditions:
        - { id: a, noise: { kind: brown, snr_db: 10 } }
        - { id: a, noise: { kind: babble, snr_db: 99 } }
        - { id: b, reverb: { decay: 4 } }
        - { id: c, echo: { voice: no, say: x, delay_ms: 80, level_dbfs: 3 } }
      """
    let found = try problems(utterance("a") + conditions)
    for words in [
      "16: “kind” cannot be “brown”", "17: “a” is the id of line 16", "17: “talkers” is missing",
      "17: “snr_db” is 99", "18: “decay_ms” is missing", "18: “decay” is not a key",
      "19: “voice” must be text", "19: “level_dbfs” is 3;",
    ] {
      #expect(found.contains { $0.hasPrefix(words) }, "\(words)")
    }
  }
}
