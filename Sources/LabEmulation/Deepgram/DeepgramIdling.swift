import LabTimeline

/// What both versions of Deepgram's streaming speech to text do with a connection that nothing arrives on.
enum DeepgramIdling {
  /// A connection that nothing arrives on for this long is closed.
  static let limit = Duration.seconds(10)

  static let close = ServerAction.close(
    code: 1011,
    reason: "NET-0001: Deepgram did not receive audio data or a text message within the timeout window.")
}
