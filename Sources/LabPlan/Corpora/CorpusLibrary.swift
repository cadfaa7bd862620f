public import LabAudio
public import LabConversation
import LabTimeline
import Synchronization

/// The corpora of a plan, with every sound read once for each sample rate and then shared.
public final class CorpusLibrary: Sendable {
  private let corpora: [String: Corpus]
  private let scripts = Mutex<[Key: CallerScript]>([:])

  private struct Key: Hashable {
    let corpus: String
    let conversation: String
    let sampleRate: Int
  }

  /// Reads and checks the manifests of all corpora that a plan names.
  ///
  /// - Throws: an `AudioError` when a corpus is not there or not right.
  public init(plan: RunPlan) throws {
    var corpora: [String: Corpus] = [:]
    for selection in plan.workloads where corpora[selection.corpus] == nil {
      corpora[selection.corpus] = try Corpus(contentsOf: selection.corpus)
    }
    self.corpora = corpora
  }

  /// The conversations that a selection asks for, in the order of the corpus.
  public func conversations(of selection: RunPlan.WorkloadSelection) -> [CorpusManifest.Conversation] {
    let all = corpora[selection.corpus]?.manifest.conversations ?? []
    guard let wanted = selection.conversations else {
      return all.filter { $0.workload == selection.workload }
    }
    return all.filter { wanted.contains($0.id) }
  }

  /// What the caller says in a conversation, at a sample rate.
  public func script(corpus: String, conversation name: String, sampleRate: Int) throws -> CallerScript {
    let key = Key(corpus: corpus, conversation: name, sampleRate: sampleRate)
    if let script = scripts.withLock({ $0[key] }) { return script }
    let script = try read(key)
    scripts.withLock { $0[key] = script }
    return script
  }

  private func read(_ key: Key) throws -> CallerScript {
    guard let corpus = corpora[key.corpus],
      let conversation = corpus.manifest.conversations.first(where: { $0.id == key.conversation })
    else { preconditionFailure("the order of work names a conversation that no corpus has: \(key)") }
    let from = corpus.manifest.sampleRate
    let to = SampleRate(hertz: key.sampleRate)
    return CallerScript(
      utterances: try conversation.utterances.map { utterance in
        let clip = try corpus.clip(for: utterance, at: to)
        return ScriptedUtterance(utterance, clip: clip, from: from)
      })
  }
}

extension ScriptedUtterance {
  fileprivate init(_ utterance: CorpusUtterance, clip: AudioClip, from: SampleRate) {
    func range(_ samples: Range<Int>) -> Range<Int> {
      from.position(
        of: samples.lowerBound, at: clip.sampleRate)..<min(
          from.position(of: samples.upperBound, at: clip.sampleRate), clip.samples.count)
    }
    self.init(
      samples: clip.samples, speech: range(utterance.speech), transcript: utterance.transcript,
      words: utterance.words.map { SpokenWord(text: $0.text, samples: range($0.samples)) },
      pauses: utterance.pauses.map(range), language: utterance.language, begins: utterance.begins,
      kind: utterance.interruption ?? .speech)
  }
}
