public import LabTimeline

/// A recording whose words are known: what the emulated speech recogniser can recognise.
///
/// All positions are samples from the start of the recording.
public struct KnownUtterance: Hashable, Sendable, Identifiable {
  /// Unique in an index, e.g. the file's name.
  public var id: String
  /// The recording: mono, linear, 16 bits, exactly as it will be streamed.
  public var samples: [Int16]
  /// Samples per second.
  public var sampleRate: Int
  /// Where somebody speaks: from the first sample of speech to past the last one.
  public var speech: Range<Int>
  /// What is said.
  public var transcript: String
  /// Where each word is said, in order; the index spreads the transcript over the speech when it is empty.
  public var words: [SpokenWord]
  /// Silences within the speech, in order and without overlap.
  public var pauses: [Range<Int>]

  public init(
    id: String, samples: [Int16], sampleRate: Int, speech: Range<Int>, transcript: String,
    words: [SpokenWord] = [], pauses: [Range<Int>] = []
  ) {
    self.id = id
    self.samples = samples
    self.sampleRate = sampleRate
    self.speech = speech
    self.transcript = transcript
    self.words = words
    self.pauses = pauses
  }
}
