import LabConversation
import LabProviders

// A request to the language model has the number of the reply that it asks for; it is said here and nowhere
// else.

extension RequestID {
  init(_ reply: ReplyID) { self.init(reply.number) }
}

extension ReplyID {
  init(_ request: RequestID) { self.init(request.number) }
}

extension ChatMessage {
  init(_ message: PromptMessage) {
    let role: Role =
      switch message.role {
      case .system: .system
      case .user: .user
      case .assistant: .assistant
      }
    self.init(role: role, content: message.content)
  }
}
