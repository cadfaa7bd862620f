import Foundation
import LabYAML

/// Reads `corpus.yaml` and holds every label against the sound file it speaks of.
struct CorpusManifestReader {
  let folder: String
  let reader: YAMLReader
  private var sampleRate: SampleRate?

  init(folder: String, reader: YAMLReader) {
    self.folder = folder
    self.reader = reader
  }

  /// Reads the whole manifest; nil when anything in it is wrong.
  mutating func manifest() -> CorpusManifest? {
    guard let root = reader.root() else { return nil }
    root.schema(CorpusManifest.schema)
    let name = root.identifier("name")
    let description = root.string("description")
    let language = root.languageTag("language")
    sampleRate = root.sampleRate("sample_rate")
    let list = root.optional("conversations")
    if list == nil { _ = root.required("conversations") }
    let items = list?.sequence() ?? []
    if let list, items.isEmpty { list.report("a corpus needs at least one conversation") }
    let conversations = items.compactMap { conversation($0) }
    root.finish()
    list?.reportRepeatedIDs()
    guard reader.problems.isEmpty, let name, let description, let language, let sampleRate else { return nil }
    return CorpusManifest(
      name: name, description: description, language: language, sampleRate: sampleRate,
      conversations: conversations)
  }

  private func conversation(_ item: YAMLValue) -> CorpusManifest.Conversation? {
    guard let mapping = item.mapping() else { return nil }
    let id = mapping.identifier("id")
    let workload = mapping.identifier("workload")
    let condition = mapping.optionalString("condition")
    let items = mapping.sequence("utterances")
    if items.isEmpty { item.report("a conversation needs at least one utterance") }
    let utterances = items.enumerated().compactMap { utterance($1, isFirst: $0 == 0) }
    mapping.finish()
    item.child("utterances")?.reportRepeatedIDs()
    guard let id, let workload else { return nil }
    return .init(id: id, workload: workload, condition: condition, utterances: utterances)
  }

  private func utterance(_ item: YAMLValue, isFirst: Bool) -> CorpusUtterance? {
    guard let mapping = item.mapping() else { return nil }
    let id = mapping.identifier("id")
    let file = mapping.text("file")
    let frames = mapping.optional("file").flatMap { countSamples(of: $0) }
    let transcript = mapping.string("transcript")
    let language = mapping.languageTag("language")
    let speaker = mapping.text("speaker")
    let labels = CorpusLabelReader(mapping: mapping, frames: frames)
    let begins = mapping.beginning(isFirst: isFirst)
    let interruption = mapping.interruption(of: begins)
    mapping.finish()
    guard let id, let file, let transcript, let language, let speaker, let begins, let speech = labels.speech
    else { return nil }
    return CorpusUtterance(
      id: id, file: file, transcript: transcript, language: language, speaker: speaker, speech: speech,
      words: labels.words, pauses: labels.pauses, begins: begins, interruption: interruption)
  }

  /// Counts the samples of the file that a value names, and reports what is wrong with it.
  private func countSamples(of value: YAMLValue) -> Int? {
    guard value.isText, let file = value.string(), !file.isEmpty else { return nil }
    guard !file.hasPrefix("/"), !file.split(separator: "/").contains("..") else {
      value.report("“file” must lie in the folder of the corpus, not at \(file)")
      return nil
    }
    do throws(AudioError) {
      let header = try AudioFile.header(ofFileAt: folder + "/" + file)
      if let sampleRate, header.sampleRate != sampleRate {
        value.report("\(file) has \(header.sampleRate.hertz) Hz; “sample_rate” says \(sampleRate.hertz)")
      }
      return header.frames
    } catch {
      value.report("\(error.message) \(error.hint)")
      return nil
    }
  }
}
