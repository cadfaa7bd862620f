import LabProviders

/// Where a synthesiser's audio goes while a text is being said; what its C callback gets to see.
final class SynthesisTarget {
  /// CST_AUDIO_STREAM_STOP and CST_AUDIO_STREAM_CONT of flite.
  static let fliteStop: Int32 = -1
  static let fliteContinue: Int32 = 0

  private let session: EngineSession
  private let request: Int
  private var wasCancelled = false

  init(session: EngineSession, request: Int) {
    self.session = session
    self.request = request
  }

  /// Whether the text is no longer wanted; looked at with every piece of audio.
  var isCancelled: Bool {
    if !wasCancelled { wasCancelled = session.isCancelled(request) }
    return wasCancelled
  }

  func say(_ samples: UnsafeBufferPointer<Int16>) {
    guard !samples.isEmpty else { return }
    session.reply(.audio(request, SampleBytes.bytes(samples)))
  }

  /// The engine has returned.
  func finish() {
    if !isCancelled { session.reply(.done(request, nil)) }
  }
}
