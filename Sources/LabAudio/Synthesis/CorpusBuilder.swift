import Foundation

/// Makes a corpus from a recipe: sound files in FLAC and the manifest with their labels.
///
/// Each phrase is spoken alone, brought to the level of the recipe and cut to its speech
/// (``AudioClip/speechSpan(above:)``); the silences between and around the phrases are then exact. Room,
/// background and echo come on top, last a low noise floor, and none of them moves a label.
public struct CorpusBuilder {
  /// What to do when the folder holds something already.
  public enum Existing: Sendable {
    /// Refuse to build.
    case keep
    /// Remove the folder first, if it holds a corpus.
    case replace
  }

  private let recipe: CorpusRecipe
  private let folder: String
  private var maker: UtteranceMaker

  private init(recipe: CorpusRecipe, folder: String, synthesizer: SpeechSynthesizer) {
    self.recipe = recipe
    self.folder = folder
    maker = UtteranceMaker(recipe: recipe, synthesizer: synthesizer)
  }

  /// Builds a corpus into a folder, which is made if need be.
  ///
  /// - Returns: the manifest, as it was written.
  /// - Throws: an ``AudioError`` when the folder is not empty, an engine is missing or fails, or the disk
  ///   refuses. What was written before that stays.
  @discardableResult
  public static func build(
    recipe: CorpusRecipe, into folder: String, existing: Existing = .keep,
    synthesizer: SpeechSynthesizer = SpeechSynthesizer()
  ) throws(AudioError) -> CorpusManifest {
    var builder = CorpusBuilder(recipe: recipe, folder: folder, synthesizer: synthesizer)
    do {
      try prepare(folder, existing)
      let manifest = try builder.manifest()
      let path = folder + "/" + CorpusManifest.fileName
      try Data(manifest.yaml().utf8).write(to: URL(fileURLWithPath: path))
      return manifest
    } catch let error as AudioError {
      throw error
    } catch {
      throw AudioError(
        .writeFailed, "The corpus cannot be written to \(folder): \(error.localizedDescription)",
        hint: "Check that the folder may be written to.")
    }
  }

  private static func prepare(_ folder: String, _ existing: Existing) throws {
    let files = FileManager.default
    if files.fileExists(atPath: folder), try !files.contentsOfDirectory(atPath: folder).isEmpty {
      let holdsCorpus = files.fileExists(atPath: folder + "/" + CorpusManifest.fileName)
      guard existing == .replace, holdsCorpus else {
        throw AudioError(
          .folderNotEmpty, "\(folder) is not empty\(holdsCorpus ? "" : " and holds no corpus").",
          hint: holdsCorpus ? "Ask for it to be replaced, or give another folder." : "Give another folder.")
      }
      try files.removeItem(atPath: folder)
    }
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private mutating func manifest() throws -> CorpusManifest {
    var conversations: [CorpusManifest.Conversation] = []
    for condition in recipe.conditions.isEmpty ? [nil] : recipe.conditions.map(Optional.some) {
      for conversation in recipe.conversations {
        conversations.append(try build(conversation, under: condition))
      }
    }
    return CorpusManifest(
      name: recipe.name, description: recipe.description, language: recipe.language,
      sampleRate: recipe.sampleRate, conversations: conversations)
  }

  private mutating func build(
    _ conversation: CorpusRecipe.Conversation, under condition: CorpusCondition?
  ) throws -> CorpusManifest.Conversation {
    let id = conversation.id + (condition.map { "." + $0.id } ?? "")
    try FileManager.default.createDirectory(
      atPath: folder + "/" + id, withIntermediateDirectories: true)
    var utterances: [CorpusUtterance] = []
    for utterance in conversation.utterances {
      let source = conversation.id + "/" + utterance.id
      utterances.append(
        try build(utterance, under: condition, source: source, name: id + "/" + utterance.id))
    }
    return .init(id: id, workload: conversation.workload, condition: condition?.id, utterances: utterances)
  }

  private mutating func build(
    _ utterance: CorpusRecipe.Utterance, under condition: CorpusCondition?, source: String, name: String
  ) throws -> CorpusUtterance {
    let file = name + ".flac"
    let (clip, labels) = try maker.make(utterance, under: condition, source: source, name: name)
    try AudioFile.write(clip, to: folder + "/" + file)
    let voice = try maker.voice(utterance.voice)
    return CorpusUtterance(
      id: utterance.id, file: file, transcript: utterance.transcript ?? utterance.spokenText,
      language: voice.language, speaker: voice.speaker, speech: labels.speech,
      // Words spelled for the engine are not the words of the transcript.
      words: utterance.transcript == nil ? labels.words : [], pauses: labels.pauses,
      begins: utterance.begins, interruption: utterance.interruption)
  }
}
