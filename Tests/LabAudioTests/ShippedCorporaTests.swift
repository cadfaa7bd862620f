import Foundation
import LabTimeline
import Testing

@testable import LabAudio

@Suite struct ShippedCorporaTests {
  private let folder =
    URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path + "/Corpora"

  @Test(
    "ships corpora whose labels hold for every sound",
    arguments: ["smoke", "dialogues", "hesitations", "hesitations-unseen"])
  func shipsCorporaWhoseLabelsHoldForEverySound(name: String) throws {
    let corpus = try Corpus(contentsOf: "\(folder)/\(name)")
    for utterance in corpus.manifest.conversations.flatMap(\.utterances) {
      let clip = try corpus.clip(for: utterance)
      for silence in [0..<utterance.speech.lowerBound, utterance.speech.upperBound..<clip.samples.count] {
        #expect(abs(clip[silence].level.value - -65) < 0.75, "\(utterance.file)")
      }
      for pause in utterance.pauses { #expect(clip[pause].level < -50, "\(utterance.file)") }
      #expect(clip[utterance.speech].activeSpeechLevel > -27, "\(utterance.file)")
      #expect(clip.peak < 0, "\(utterance.file)")
    }
  }

  @Test("ships two conversations for each of the five applications")
  func shipsTwoConversationsForEachOfTheFiveApplications() throws {
    let conversations = try Corpus(contentsOf: folder + "/dialogues").manifest.conversations
    let workloads = Dictionary(grouping: conversations, by: \.workload).mapValues(\.count)
    #expect(workloads == ["tutor": 2, "companion": 2, "capture": 2, "examiner": 2, "studybuddy": 2])
    let classes = Set(conversations.flatMap(\.utterances).compactMap(\.interruption))
    #expect(classes == [.speech, .backchannel, .cough, .noise])
  }

  @Test("ships every class of sound over the agent's voice, in little space")
  func shipsEveryClassOfInterruption() throws {
    let corpus = try Corpus(contentsOf: folder + "/interruptions")
    let classes = corpus.manifest.conversations.flatMap(\.utterances).compactMap(\.interruption)
    #expect(Set(classes) == Set(SoundKind.allCases))
    #expect(classes.count { $0 == .speech } >= 20)
    #expect(classes.count { $0 != .speech } >= 40)
    for kind in [SoundKind.music, .talker] { #expect(classes.count { $0 == kind } >= 9) }
    for utterance in corpus.manifest.conversations.flatMap(\.utterances) {
      _ = try corpus.clip(for: utterance)
    }
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder + "/interruptions")
    let bytes = files.reduce(0) {
      $0 + (FileManager.default.contents(atPath: "\(folder)/interruptions/\($1)")?.count ?? 0)
    }
    #expect(bytes < 4_000_000)
  }

  @Test(
    "ships recipes that can be read",
    arguments: ["smoke", "dialogues", "conditions", "hesitations", "hesitations-unseen", "interruptions"])
  func shipsRecipesThatCanBeRead(name: String) throws {
    let recipe = try CorpusRecipe(contentsOf: "\(folder)/recipes/\(name).yaml")
    #expect(recipe.name == name)
  }

  @Test("ships a smoke corpus that is small")
  func shipsASmokeCorpusThatIsSmall() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder + "/smoke")
    let bytes = files.reduce(0) {
      $0 + (FileManager.default.contents(atPath: "\(folder)/smoke/\($1)")?.count ?? 0)
    }
    #expect(bytes < 200_000)
  }
}
