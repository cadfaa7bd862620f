import LabProviders
import LabStatistics

/// What a streaming session says about a turn, in the manner of its model.
///
/// Universal-Streaming settles word by word: the last word may still change and is absent from the
/// transcript. Universal-3 speaks only in pauses, with words that may all change and a dash where the
/// sentence breaks off.
struct StreamingTurn: Sendable {
  var heard = HeardTurn()
  /// SpeechStarted was sent for the turn (Universal-3).
  var hasStarted = false
  /// The pause that goes on was told.
  var hasToldPause = false
  /// How sure the model is of an end of turn, drawn once a turn; 0 to 1.
  var draw = 0.0

  mutating func end() {
    heard.end()
    hasStarted = false
    hasToldPause = false
  }

  /// How sure Universal-Streaming is that the turn is over: more than 0.5 where the utterance ends, less than
  /// 0.3 in a pause within it [assumption: the service's own values are a matter of its model].
  func confidence(isMidUtterance: Bool) -> Double { isMidUtterance ? 0.3 * draw : 0.5 + 0.45 * draw }

  /// Whether the words read like a whole sentence, as Universal-3 punctuates them: at the end of an utterance
  /// always.
  func isSentence(isMidUtterance: Bool) -> Bool {
    !isMidUtterance || heard.words.last?.endsSentence ?? false
  }

  /// A partial of Universal-Streaming with the first words.
  func partial(
    words count: Int, isFormatted: Bool, confidence: Double, utterance: Bool = false, sampleRate: Int
  ) -> StreamingResult.Turn {
    let words = heard.words.prefix(count)
    let texts = words.map { isFormatted ? $0.text : $0.plain }
    return StreamingResult.Turn(
      order: heard.index,
      words: zip(words, texts).enumerated().map { index, word in
        Self.word(word.0, text: word.1, isFinal: index + 1 < count, sampleRate: sampleRate)
      },
      transcript: texts.dropLast().joined(separator: " "),
      utterance: utterance ? words.map(\.text).joined(separator: " ") : "", confidence: confidence)
  }

  /// A partial of Universal-3, in a pause.
  func brokenOff(sampleRate: Int) -> StreamingResult.Turn {
    var texts = heard.words.map(\.text)
    if let last = texts.popLast() { texts.append(last.trimmingPunctuation + "—") }
    return StreamingResult.Turn(
      order: heard.index,
      words: zip(heard.words, texts).map { Self.word($0, text: $1, isFinal: false, sampleRate: sampleRate) },
      transcript: texts.joined(separator: " "), confidence: 0)
  }

  /// The last message of the turn.
  ///
  /// - Parameter endsSentence: A full stop is put behind words that have none.
  func final(
    isFormatted: Bool, endsSentence: Bool, confidence: Double, sampleRate: Int
  ) -> StreamingResult.Turn {
    var texts = heard.words.map { isFormatted ? $0.text : $0.plain }
    if endsSentence, let last = heard.words.last, !last.endsSentence {
      texts[texts.count - 1] = last.text.trimmingPunctuation + "."
    }
    let transcript = texts.joined(separator: " ")
    return StreamingResult.Turn(
      order: heard.index,
      words: zip(heard.words, texts).map { Self.word($0, text: $1, isFinal: true, sampleRate: sampleRate) },
      transcript: transcript, utterance: hasToldPause ? "" : transcript, hasEnded: true,
      isFormatted: isFormatted, confidence: confidence)
  }

  private static func word(
    _ word: HeardWord, text: String, isFinal: Bool, sampleRate: Int
  ) -> StreamingResult.Word {
    StreamingResult.Word(
      text: text, start: max(0, word.start) * 1000 / sampleRate, end: max(0, word.end) * 1000 / sampleRate,
      isFinal: isFinal)
  }
}

extension String {
  /// Without commas and the like at the end.
  fileprivate var trimmingPunctuation: String {
    var text = self
    while let last = text.last, ",;:-–—".contains(last) { text.removeLast() }
    return text
  }
}
