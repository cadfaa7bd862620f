/// A stretch of a recording that a person, or the recipe that built it, called speech or not.
public struct SpeechLabel: Sendable, Hashable {
  /// Seconds from the start of the recording.
  public var start: Double
  /// Seconds from the start of the recording, after `start`.
  public var end: Double
  public var isSpeech: Bool

  public init(start: Double, end: Double, isSpeech: Bool) {
    self.start = start
    self.end = end
    self.isSpeech = isSpeech
  }

  /// How long it lasts, in seconds.
  public var duration: Double { end - start }
}

extension [SpeechLabel] {
  /// Reads the one line of a `.scv` file: a name, then `start_s,end_s,label` over and over, label 1 for
  /// speech.
  ///
  /// The format of the TEN VAD test set. Neighbours with the same label are joined.
  ///
  /// - Throws: `VoiceActivityError` with the code `invalidLabels` that names the file and the triple at
  ///   fault.
  init(scv text: String, path: String) throws(VoiceActivityError) {
    let fields = text.split(whereSeparator: \.isNewline).first?.split(
      separator: ",", omittingEmptySubsequences: false)
    guard let fields, fields.count >= 4, fields.count % 3 == 1 else {
      throw Self.problem(path, "does not hold a name and then triples of start, end and label")
    }
    self = []
    for triple in stride(from: 1, to: fields.count, by: 3) {
      let numbers = fields[triple..<triple + 3].map { Double($0.filter { !$0.isWhitespace }) }
      guard let start = numbers[0], let end = numbers[1], let label = numbers[2], start >= 0, end >= start,
        label == 0 || label == 1, start >= (last?.end ?? 0) - 1e-6
      else {
        throw Self.problem(path, "has the triple “\(fields[triple..<triple + 3].joined(separator: ","))”")
      }
      if let last, last.isSpeech == (label == 1), start - last.end < 1e-6 {
        self[count - 1].end = end
      } else if end > start {
        append(SpeechLabel(start: start, end: end, isSpeech: label == 1))
      }
    }
  }

  private static func problem(_ path: String, _ what: String) -> VoiceActivityError {
    VoiceActivityError(
      .invalidLabels, "\(path) \(what).",
      hint:
        "Write NAME,start_s,end_s,label,… on one line, in order of time, with label 1 for speech and 0 else.")
  }
}
