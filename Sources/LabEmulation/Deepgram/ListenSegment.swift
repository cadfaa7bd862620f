/// Words that were heard and are not settled.
struct ListenSegment: Sendable {
  /// Where the segment begins in the stream, in samples.
  var start = 0
  var words: [HeardWord] = []
  /// Words came since the last interim result.
  var hasNews = false

  init(start: Int = 0) {
    self.start = start
  }
}
