public import LabRecord
import LabTimeline

/// Which time a conversation lives in, and therefore what of it can be late.
public enum PipelineTime: Hashable, Sendable {
  /// Nothing is ever late, so intended and actual instants are one and only the intended ones are recorded.
  case virtual
  /// Both are recorded. The arrival is `nil` when the conversation was due at no instant of its own.
  case real(ConversationArrival?)

  /// When the conversation was due and when it began.
  var arrival: ConversationArrival? {
    if case .real(let arrival) = self { arrival } else { nil }
  }
}
