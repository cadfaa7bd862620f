import LabRecord
import LabTimeline

/// One turn of a conversation as it went on two arms: the same item under two conditions.
public struct PairedTurn: Sendable, Hashable {
  /// Tells the pair of conversations apart from the others; counted from 0 in the order of work.
  public var conversation: Int
  public var baseline: MeasuredTurn
  public var candidate: MeasuredTurn

  public init(conversation: Int, baseline: MeasuredTurn, candidate: MeasuredTurn) {
    self.conversation = conversation
    self.baseline = baseline
    self.candidate = candidate
  }

  /// Whether both turns have a transcript to hold against the reference.
  var hasWords: Bool { baseline.counts.words > 0 && candidate.counts.words > 0 }

  /// Whether nothing says that the turns answered different utterances.
  var isOneUtterance: Bool { !hasWords || baseline.counts.words == candidate.counts.words }
}
