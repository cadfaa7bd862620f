import LabTimeline
import LabYAML

/// Reads the labels of one utterance and reports those that cannot be true.
struct CorpusLabelReader {
  private(set) var speech: Range<Int>?
  private(set) var pauses: [Range<Int>] = []
  private(set) var words: [SpokenWord] = []

  /// - Parameter frames: the length of the sound file; nil when it could not be read.
  init(mapping: YAMLMapping, frames: Int?) {
    if let value = mapping.required("speech"), let span = value.mapping() {
      speech = Self.range(span, inside: 0..<(frames ?? .max), of: "the sound file")
      span.finish()
    }
    let inside = speech ?? 0..<(frames ?? .max)
    for item in mapping.optionalSequence("pauses") {
      guard let span = item.mapping() else { continue }
      let pause = Self.range(span, inside: inside, of: "the speech", after: pauses.last, "the pause before")
      span.finish()
      if let pause { pauses.append(pause) }
    }
    for item in mapping.optionalSequence("words") {
      guard let span = item.mapping() else { continue }
      let text = span.text("text")
      let word = Self.range(
        span, inside: inside, of: "the speech", after: words.last?.samples, "the word before")
      span.finish()
      if let text, let word { words.append(.init(text: text, samples: word)) }
    }
  }

  private static func range(
    _ mapping: YAMLMapping, inside whole: Range<Int>, of owner: String, after previous: Range<Int>? = nil,
    _ predecessor: String = ""
  ) -> Range<Int>? {
    guard let (start, end) = both(mapping.int("start"), mapping.int("end")) else { return nil }
    let value = mapping.value
    guard start < end else {
      value.report("its start \(start) must be before its end \(end)")
      return nil
    }
    guard whole.lowerBound <= start, end <= whole.upperBound else {
      let bounds =
        whole.upperBound == .max
        ? "begins at \(whole.lowerBound)" : "is \(whole.lowerBound) to \(whole.upperBound)"
      value.report("the samples \(start) to \(end) are not all in \(owner), which \(bounds)")
      return nil
    }
    if let previous, start < previous.upperBound {
      value.report("it starts at \(start), in or before \(predecessor), which ends at \(previous.upperBound)")
      return nil
    }
    return start..<end
  }

  private static func both(_ first: Int?, _ second: Int?) -> (Int, Int)? {
    guard let first, let second else { return nil }
    return (first, second)
  }
}
