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
    try ShortCorpus.write(into: scratch)
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
}
