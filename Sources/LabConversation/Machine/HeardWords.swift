import LabTimeline

/// What was heard of the caller in their present turn.
struct HeardWords: Sendable {
  /// When the detector first heard the caller in this turn.
  var began: LabInstant?
  /// Whether the detector hears speech now.
  var isSpeech = false
  /// Where the detector placed the last end of speech.
  var located: LabInstant?
  /// The settled pieces of the transcript.
  var settled: [String] = []
  /// What may still change.
  var partial = ""
  /// When the last piece arrived that settled everything before it.
  var settledAt: LabInstant?
  /// When the transcript was last asked to be settled.
  var finalizeSent: LabInstant?
  /// The agent speaks, and this may become an interruption.
  var isSuspected = false

  /// Everything that was said up to where speech ended is settled.
  var isSettled: Bool {
    guard let settledAt, let located, partial.isEmpty else { return false }
    return settledAt >= located
  }

  /// The caller's words so far, the unsettled ones included.
  var transcript: String {
    (settled + [partial]).filter { !$0.isEmpty }.joined(separator: " ")
  }

  mutating func hear(partial text: String) {
    partial = text
  }

  mutating func settle(_ text: String, settles: Bool, at now: LabInstant) {
    if !text.isEmpty { settled.append(text) }
    partial = ""
    if settles { settledAt = now }
  }
}
