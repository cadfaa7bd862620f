import LabProviders
import LabTimeline

/// An emulated service that goes wrong by plan: passes on what the service behind it says, and damages it on
/// the way.
///
/// Offline and on sockets it is moved as any other exchange, so that the same plan does the same harm to
/// both. What needs no exchange because there is no connection yet is left to whoever connects.
struct FaultyExchange: EmulatedExchange {
  private enum Timer {
    static let position = ServerTimer(-1)
    static let silence = ServerTimer(-2)
  }

  private var service: any EmulatedExchange
  private let call: FaultyCall
  private var stream: StreamFault?
  /// The turn for which the stream's fault was looked up.
  private var turn: Int?
  /// Refused, cut or closed: the service behind is not asked again.
  private var isOver = false
  private var isSilent = false
  /// What a silence that will end keeps back; `nil` when it will not.
  private var held: [ServerAction]?
  private var hearing: RateMistake?
  private var answers: [ServerAction] = []

  init(_ service: any EmulatedExchange, call: FaultyCall) {
    self.service = service
    self.call = call
  }

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    switch input {
    case .opened:
      if let refusal = call.refusal {
        isOver = true
        actions += refusal.actions
        return
      }
    case .closed: return service.handle(.closed, at: now, into: &actions)
    case .timer(Timer.position): return strike(into: &actions)
    case .timer(Timer.silence): return endSilence(at: now, into: &actions)
    case .message, .timer: break
    }
    guard !isOver else { return }
    lookAtTurn(into: &actions)
    guard !isOver else { return }
    service.handle(misheard(input), at: now, into: &answers)
    let passing = answers
    answers.removeAll(keepingCapacity: true)
    for action in passing { pass(action, into: &actions) }
    if case .message(.text(let text)) = input, call.responses.isCancel(text), !isOver, !isSilent {
      actions += stream?.lateAnswers ?? []
    }
  }

  /// Looks up what goes wrong with the stream: once, or with each turn when one connection serves all of
  /// them.
  private mutating func lookAtTurn(into actions: inout [ServerAction]) {
    let current = call.turn
    guard turn != current else { return }
    if turn != nil { actions.append(.cancelTimer(Timer.position)) }
    turn = current
    stream = call.streamFault(inTurn: current).map { StreamFault($0, stage: call.stage) }
    hearing = nil
    guard let rule = stream?.rule else { return }
    if rule.fault == .wrongSampleRate, call.stage == .stt { hearing = RateMistake(times: rule.times) }
    if case .time(let delay)? = stream?.position {
      actions.append(.setTimer(Timer.position, after: delay))
    } else if stream?.isReached == true {
      strike(into: &actions)
    }
  }

  /// Audio of the client as a service understands it that believes the wrong rate.
  private mutating func misheard(_ input: ServerInput) -> ServerInput {
    guard case .message(let message) = input, hearing != nil else { return input }
    return .message(WireDamage.changingAudio(of: message) { hearing!.change($0) })
  }

  private mutating func pass(_ action: ServerAction, into actions: inout [ServerAction]) {
    switch action {
    case .setTimer, .cancelTimer: return actions.append(action)
    case .accept, .respond, .body, .endBody, .send, .close, .reset: break
    }
    guard !isOver else { return }
    guard !isSilent else {
      held?.append(action)
      return
    }
    guard stream != nil else { return actions.append(action) }
    actions += stream!.damage(action, call: call)
    if stream!.isReached { strike(into: &actions) }
  }

  /// The fault's place in the stream is reached.
  private mutating func strike(into actions: inout [ServerAction]) {
    guard var fault = stream, !fault.hasStruck, !isOver else { return }
    fault.hasStruck = true
    call.note(fault.rule)
    switch fault.rule.fault {
    case .halfClose:
      isOver = true
      actions.append(.close(code: 1006, reason: ""))
    case .connectionLost:
      isOver = true
      actions.append(.reset)
    case .sessionLimit:
      guard call.request.transport == .webSocket else { break }
      isOver = true
      actions += call.responses.sessionLimit(of: call.request).actions
    case .silence:
      isSilent = true
      guard let duration = fault.rule.duration else { break }
      held = []
      actions.append(.setTimer(Timer.silence, after: duration))
    default: fault.isDue = true
    }
    stream = fault
  }

  private mutating func endSilence(at now: LabInstant, into actions: inout [ServerAction]) {
    guard isSilent, let kept = held, !isOver else { return }
    isSilent = false
    held = nil
    for action in kept { pass(action, into: &actions) }
  }
}
