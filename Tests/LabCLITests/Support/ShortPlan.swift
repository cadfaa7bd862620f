import Foundation
import TestSupport

/// A plan over one short question, written to a folder of its own with its corpus.
struct ShortPlan {
  let scratch: ScratchFolder
  let path: String

  /// - Parameters:
  ///   - repeats: How often the question is asked in each of the two cells.
  ///   - seed: 10 gives the shortest reply of the first few.
  ///   - concurrency: How many conversations are had at once in real time.
  init(repeats: Int = 2, seed: Int = 10, concurrency: Int = 1) throws {
    scratch = try ScratchFolder()
    try Self.writeCorpus(into: scratch)
    let text = """
      name: short
      corpus: \(scratch.file("corpus"))
      workloads: [tutor]
      matrix:
        stt: [deepgram/nova-3, deepgram/nova-2]
        llm: [openai/gpt-4o-mini]
        tts: [deepgram/aura-2]
      repeats: \(repeats)
      seed: \(seed)
      concurrency: \(concurrency)
      emulation:
        openai/gpt-4o-mini: {sentences: [1, 1]}
      """
    path = try scratch.write(Array(text.utf8), to: "plan.yaml")
  }

  /// A run folder of the plan, which is not there yet.
  func folder(_ name: String = "run") -> String { scratch.file(name) }

  /// The files of a run folder, but for the one that differs from run to run.
  func contents(of name: String) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder(name)) {
      contents[file] = FileManager.default.contents(atPath: folder(name) + "/" + file)
    }
    contents["environment.json"] = nil
    return contents
  }

  /// Writes the second utterance of the smoke corpus as a corpus of its own.
  ///
  /// - Parameters:
  ///   - sound: The bytes of another sound file to put in its place.
  ///   - speechEnd: Where the label says that the speech ends.
  static func writeCorpus(
    into scratch: ScratchFolder, sound: [UInt8]? = nil, file: String = "question.flac", speechEnd: Int = 22400
  ) throws {
    let shipped = try Data(contentsOf: Repository.file("Corpora/smoke/tutor-area/follow-up.flac"))
    try scratch.write(sound ?? Array(shipped), to: "corpus/" + file)
    let manifest = """
      schema: "turnlab.corpus/1"
      name: "short"
      description: "One short question."
      language: "en"
      sample_rate: 16000
      conversations:
      - id: "radius"
        workload: "tutor"
        utterances:
        - id: "question"
          file: "\(file)"
          transcript: "And what is its radius?"
          language: "en-US"
          speaker: "flite/slt"
          begins: {at_ms: 200}
          speech: {start: 3200, end: \(speechEnd)}
          words:
          - {text: "And", start: 3200, end: 6400}
          - {text: "what", start: 6400, end: 10666}
          - {text: "is", start: 10666, end: 12800}
          - {text: "its", start: 12800, end: 16000}
          - {text: "radius", start: 16000, end: 22400}
      """
    try scratch.write(Array(manifest.utf8), to: "corpus/corpus.yaml")
  }
}
