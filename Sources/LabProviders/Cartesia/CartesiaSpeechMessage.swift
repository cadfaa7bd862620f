import LabTimeline

/// What the service says on a speech connection.
///
/// Read from the Python SDK 4.2.0.
struct CartesiaSpeechMessage: Decodable {
  var type: String?
  var contextID: String?
  var data: String?
  var flushID: Int?
  var statusCode: Int?
  var title: String?
  var message: String?
  private var wordTimestamps: Words?

  private enum CodingKeys: String, CodingKey {
    case type, data, title, message
    case contextID = "context_id"
    case flushID = "flush_id"
    case statusCode = "status_code"
    case wordTimestamps = "word_timestamps"
  }

  /// Words and when they are said, in seconds from the first sample of the context.
  private struct Words: Decodable {
    var words: [String]
    var start: [Double]
    var end: [Double]
  }

  /// The words, timed from the first sample of the context; `nil` when there are none.
  var words: SpeechAlignment? {
    guard let given = wordTimestamps, !given.words.isEmpty, given.words.count == given.start.count,
      given.words.count == given.end.count, (given.start + given.end).allSatisfy({ $0.magnitude < 1e6 })
    else { return nil }
    return SpeechAlignment(
      pieces: given.words.indices.map {
        .init(
          text: given.words[$0], start: Duration(milliseconds: given.start[$0] * 1000),
          duration: Duration(milliseconds: (given.end[$0] - given.start[$0]) * 1000))
      })
  }
}
