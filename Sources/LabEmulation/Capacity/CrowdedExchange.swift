import LabProviders
import LabTimeline

/// A service that serves a limited number of calls at once.
struct CrowdedExchange: EmulatedExchange {
  private var service: any EmulatedExchange
  private let request: ConnectionRequest
  private let provider: String
  private let capacity: ServiceCapacity
  private let registry: CapacityRegistry
  private var seat: CapacityRegistry.Seat?
  private var isRefused = false
  private var answers: [ServerAction] = []

  init(
    _ service: any EmulatedExchange, request: ConnectionRequest, provider: String, capacity: ServiceCapacity,
    registry: CapacityRegistry
  ) {
    self.service = service
    self.request = request
    self.provider = provider
    self.capacity = capacity
    self.registry = registry
  }

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    if input == .opened {
      seat = registry.enter(provider, capacity: capacity)
      guard seat != nil else {
        isRefused = true
        actions +=
          EmulatedVendor.faults(of: provider).refusal(.rateLimited, of: request, retryAfter: nil).actions
        return
      }
    }
    guard !isRefused else { return }
    service.handle(input, at: now, into: &answers)
    for action in answers { actions.append(crowded(action)) }
    answers.removeAll(keepingCapacity: true)
    if input == .closed { seat?.leave() }
  }

  private func crowded(_ action: ServerAction) -> ServerAction {
    switch action {
    case .endBody, .close, .reset:
      seat?.leave()
      return action
    case .setTimer(let timer, let after):
      let occupied = seat?.occupied ?? 0
      guard capacity.beyond == .slow, occupied > capacity.concurrent else { return action }
      let stretched = Double(after.nanoseconds) * Double(occupied) / Double(capacity.concurrent)
      return .setTimer(timer, after: .nanoseconds(Int64(stretched.rounded())))
    case .accept, .respond, .body, .send, .cancelTimer: return action
    }
  }
}
