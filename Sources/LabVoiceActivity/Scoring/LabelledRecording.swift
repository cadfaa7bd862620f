import Foundation
public import LabAudio
import LabTimeline

/// A recording with what is true about it, at 16 kHz.
public struct LabelledRecording: Sendable {
  /// The rate at which detectors are scored: the one that all of them take.
  public static let sampleRate = SampleRate.wideband

  public var name: String
  public var clip: AudioClip
  /// In order of time; what they leave out counts for nothing.
  public var labels: [SpeechLabel]

  public init(name: String, clip: AudioClip, labels: [SpeechLabel]) {
    self.name = name
    self.clip = clip
    self.labels = labels
  }

  /// Reads every recording of a folder: a corpus with its manifest, or sound files with a `.scv` of the same
  /// name.
  ///
  /// Recordings come in order of their names, those of a manifest in its order.
  ///
  /// - Throws: an `AudioError` for a sound or manifest, a `VoiceActivityError` for a label file at fault or a
  ///   folder that holds neither.
  public static func all(inFolder folder: String) throws -> [LabelledRecording] {
    if FileManager.default.fileExists(atPath: folder + "/" + CorpusManifest.fileName) {
      return try recordings(of: Corpus(contentsOf: folder))
    }
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let labelFiles = names.filter { $0.hasSuffix(".scv") }.sorted()
    guard !labelFiles.isEmpty else {
      throw VoiceActivityError(
        .invalidLabels, "The folder \(folder) has neither a \(CorpusManifest.fileName) nor a .scv file.",
        hint: "Name a corpus, or a folder of sound files with a label file NAME.scv beside each NAME.wav.")
    }
    return try labelFiles.map { try recording(labelFile: $0, folder: folder, names: Set(names)) }
  }

  private static func recording(
    labelFile: String, folder: String, names: Set<String>
  ) throws -> LabelledRecording {
    let stem = labelFile.dropLast(4)
    let path = folder + "/" + labelFile
    guard let sound = ["wav", "flac", "WAV"].map({ "\(stem).\($0)" }).first(where: names.contains) else {
      throw VoiceActivityError(
        .invalidLabels, "\(path) has no sound beside it.",
        hint: "Put \(stem).wav or \(stem).flac into the folder.")
    }
    let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    return LabelledRecording(
      name: String(stem), clip: try AudioFile.read(folder + "/" + sound, at: sampleRate),
      labels: try [SpeechLabel](scv: text, path: path))
  }

  private static func recordings(of corpus: Corpus) throws -> [LabelledRecording] {
    try corpus.manifest.conversations.flatMap { conversation in
      try conversation.utterances.map { utterance in
        let clip = try corpus.clip(for: utterance, at: sampleRate)
        return LabelledRecording(
          name: "\(conversation.id)/\(utterance.id)", clip: clip,
          labels: labels(of: utterance, rate: corpus.manifest.sampleRate, clip: clip))
      }
    }
  }

  /// Silence around the speech and its pauses; coughs and noises in the room are not speech at all.
  private static func labels(
    of utterance: CorpusUtterance, rate: SampleRate, clip: AudioClip
  ) -> [SpeechLabel] {
    let total = Double(clip.samples.count) / Double(clip.sampleRate.hertz)
    // Other people's talk is speech to a detector, however far away they are.
    let sounds: [SoundKind] = [.cough, .noise, .keyboard, .music]
    if let interruption = utterance.interruption, sounds.contains(interruption) {
      return [SpeechLabel(start: 0, end: total, isSpeech: false)]
    }
    let seconds = { (sample: Int) in Double(sample) / Double(rate.hertz) }
    var labels: [SpeechLabel] = []
    var position = 0.0
    func add(upTo end: Double, isSpeech: Bool) {
      if end > position { labels.append(SpeechLabel(start: position, end: end, isSpeech: isSpeech)) }
      position = max(position, end)
    }
    add(upTo: seconds(utterance.speech.lowerBound), isSpeech: false)
    for pause in utterance.pauses.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      add(upTo: seconds(pause.lowerBound), isSpeech: true)
      add(upTo: seconds(pause.upperBound), isSpeech: false)
    }
    add(upTo: seconds(utterance.speech.upperBound), isSpeech: true)
    add(upTo: total, isSpeech: false)
    return labels
  }

  /// Whether each frame of ten milliseconds is speech, by the label at its centre; nil where there is none.
  func frameLabels() -> [Bool?] {
    let frames = clip.samples.count / (Self.sampleRate.hertz / 100)
    var label = labels.startIndex
    return (0..<frames).map { frame in
      let centre = (Double(frame) + 0.5) / 100
      while label < labels.endIndex, labels[label].end <= centre { label += 1 }
      guard label < labels.endIndex, labels[label].start <= centre else { return nil }
      return labels[label].isSpeech
    }
  }
}
