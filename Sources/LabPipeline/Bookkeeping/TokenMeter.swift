import LabConversation
import LabProviders

/// The requests to a language model whose tokens nobody has counted yet.
struct TokenMeter: Sendable {
  /// The tokens of a request.
  struct Charge: Hashable, Sendable {
    let tokens: TokenCount
    /// Whether they are estimated by the length of the texts, because the service did not count them.
    let isEstimated: Bool
  }

  private var requests: [RequestID: UnmeteredRequest] = [:]

  /// A request was made.
  mutating func begin(_ id: RequestID, prompt: [ChatMessage]) {
    requests[id] = UnmeteredRequest(prompt: prompt.map(\.content))
  }

  /// Takes what a service tells, and returns what is to be charged now.
  mutating func take(_ event: LanguageModelEvent) -> Charge? {
    switch event {
    case .reasoning(let id, let text, _), .token(let id, let text, _):
      requests[id]?.reply += text
      return nil
    case .finished(let id, _, let usage):
      guard let usage else { return settle(id) }
      requests[id] = nil
      return Charge(tokens: TokenCount(usage), isEstimated: false)
    case .failed(let id, _):
      // A request that was refused is not billed; one that broke off is.
      if requests[id]?.reply.isEmpty == false { return settle(id) }
      requests[id] = nil
      return nil
    case .connected, .firstByte, .toolCall: return nil
    }
  }

  /// What a request costs by its texts; nil when it was charged before.
  func estimate(of id: RequestID) -> TokenCount? { requests[id]?.tokens }

  /// Charges a request by its texts when the service has not counted it; once.
  mutating func settle(_ id: RequestID) -> Charge? {
    requests.removeValue(forKey: id).map { Charge(tokens: $0.tokens, isEstimated: true) }
  }

  /// Charges every request that is still open, in their order.
  mutating func settleAll() -> [Charge] { requests.keys.sorted().compactMap { settle($0) } }
}
