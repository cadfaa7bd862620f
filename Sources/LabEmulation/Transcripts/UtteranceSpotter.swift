/// Recognises known recordings in a stream of audio, as soon as the beginning of their speech was heard.
///
/// Only exact copies are recognised, at the sample rate of their recording: not audio that was mixed,
/// resampled or scaled after the index was made. What a sample costs does not depend on how much is in the
/// index.
public struct UtteranceSpotter: Sendable {
  private let transcripts: TranscriptIndex
  private let index: WindowIndex
  private var scan = WindowScan()
  /// What was heard last.
  private(set) var recent = RecentSamples()

  /// - Parameters:
  ///   - transcripts: What can be recognised.
  ///   - sampleRate: Of the stream, in Hz; recordings with another one are never found.
  public init(transcripts: TranscriptIndex, sampleRate: Int) {
    self.transcripts = transcripts
    index = transcripts.index(sampleRate: sampleRate)
  }

  /// How many whole samples of the stream were heard.
  public var position: Int { recent.end }

  /// Hears the next bytes of the stream and calls `found` for every recording that is recognised.
  ///
  /// - Parameters:
  ///   - bytes: Mono linear PCM, 16 bits little-endian, cut anywhere, even within a sample.
  ///   - found: Receives the utterance and the position in the stream at which its speech starts, in samples;
  ///     that lies up to a quarter of a second before what was heard, and below zero when the stream began
  ///     later.
  public mutating func hear(
    _ bytes: [UInt8], found: (_ utterance: KnownUtterance, _ speechStart: Int) -> Void
  ) {
    recent.take(bytes)
    scan.hear(recent, index: index, utterances: transcripts.utterances) { utterance, start in
      let known = transcripts.utterances[utterance]
      found(known, start + known.speech.lowerBound)
    }
  }
}
