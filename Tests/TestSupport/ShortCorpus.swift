import Foundation

/// A corpus of one short question, cheap enough for runs to be had again and again.
public enum ShortCorpus {
  /// Writes the second utterance of the smoke corpus as a corpus of its own.
  ///
  /// - Parameters:
  ///   - sound: The bytes of another sound file to put in its place.
  ///   - speechEnd: Where the label says that the speech ends.
  public static func write(
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
