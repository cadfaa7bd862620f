/// One message of the prompt that a language model is sent.
public struct PromptMessage: Hashable, Sendable {
  public var role: Role
  public var content: String

  public init(_ role: Role, _ content: String) {
    self.role = role
    self.content = content
  }

  /// Who a message is from; the raw values are those of the chat protocols.
  public enum Role: String, Hashable, Sendable {
    case system, user, assistant
  }
}
