/// Joins the verdicts of a detector into stretches of speech, with a start and an end each.
///
/// A stretch starts at the first of enough frames in a row at or above the threshold, and ends after the last
/// frame that was not silence. Both are told with the moment they were noticed, which is later by the
/// windows.
///
/// ```swift
/// var segmenter = SpeechSegmenter(settings: try SegmenterSettings())
/// detector.process(samples.span) { frame in
///   if let event = segmenter.hear(frame) { handle(event) }
/// }
/// ```
public struct SpeechSegmenter: Sendable {
  private enum State: Sendable, Hashable {
    /// No speech; `frames` of the last in a row count as speech, the first of them starting at `start`.
    /// Left by the frame that fills the context window.
    case silent(frames: Int, start: Int64)

    /// Speech; the last `silence` frames in a row are silence, and the frame before them ended at `end`.
    /// Left by the frame that fills the smoothing window, or by the end of the stream.
    case speaking(silence: Int, end: Int64)
  }

  /// What it was made with.
  public let settings: SegmenterSettings

  private var state = State.silent(frames: 0, start: 0)
  private var heard: Int64 = 0

  /// Whether a stretch of speech has started and not yet ended.
  public var isSpeaking: Bool {
    if case .speaking = state { true } else { false }
  }

  /// Makes a segmenter for one stream.
  public init(settings: SegmenterSettings) {
    self.settings = settings
  }

  /// Hears the next frame and returns what became known with it; nil mostly.
  ///
  /// - Parameter frame: The frame after the one heard before, with no gap.
  public mutating func hear(_ frame: VoiceFrame) -> SpeechEvent? {
    let frameStart = heard
    heard = frame.endSample
    switch state {
    case .silent(let frames, let start):
      return hearInSilence(frame, frames: frames, start: frames == 0 ? frameStart : start)
    case .speaking(let silence, let end):
      return hearInSpeech(frame, silence: silence, end: end)
    }
  }

  /// Ends the stream: returns the end of a stretch that was still going on.
  ///
  /// The next frame heard counts as the first of a new stream.
  public mutating func finish() -> SpeechEvent? {
    defer { self = SpeechSegmenter(settings: settings) }
    guard case .speaking(_, let end) = state else { return nil }
    return .speechEnded(at: end, noticedAt: heard)
  }

  private mutating func hearInSilence(_ frame: VoiceFrame, frames: Int, start: Int64) -> SpeechEvent? {
    guard frame.probability >= settings.threshold else {
      state = .silent(frames: 0, start: frame.endSample)
      return nil
    }
    guard frames + 1 >= settings.contextWindow else {
      state = .silent(frames: frames + 1, start: start)
      return nil
    }
    state = .speaking(silence: 0, end: frame.endSample)
    return .speechStarted(at: start, noticedAt: frame.endSample)
  }

  private mutating func hearInSpeech(_ frame: VoiceFrame, silence: Int, end: Int64) -> SpeechEvent? {
    guard frame.probability < settings.exitThreshold else {
      state = .speaking(silence: 0, end: frame.endSample)
      return nil
    }
    guard silence + 1 >= settings.smoothingWindow else {
      state = .speaking(silence: silence + 1, end: end)
      return nil
    }
    state = .silent(frames: 0, start: frame.endSample)
    return .speechEnded(at: end, noticedAt: frame.endSample)
  }
}
