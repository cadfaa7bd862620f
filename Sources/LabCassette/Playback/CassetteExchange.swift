public import LabEmulation
public import LabProviders
import LabTimeline
import Synchronization

/// The services of a cassette on sockets: finds the recorded connection that a request is meant for.
///
/// A request is known by its transport, its path and the name that its client gave the session or the
/// request. Where several recorded connections share all of these, they are played one after the other.
public final class CassetteCounter: Sendable {
  private struct Slot {
    var recordings: [RecordedConversation] = []
    var next = 0
  }

  private let slots: Mutex<[String: Slot]>
  private let index: CassetteIndex
  /// The seed of drawn timings; `nil` when the recorded ones are played.
  private let seed: UInt64?

  public init(_ cassette: Cassette, resamplingWith seed: UInt64? = nil) {
    self.seed = seed
    index = CassetteIndex(cassette)
    var slots: [String: Slot] = [:]
    for conversation in cassette.conversations {
      for case .opened(let connection, let request, _) in conversation.entries {
        slots[request.signature, default: Slot()].recordings.append(conversation.only(connection))
      }
    }
    self.slots = Mutex(slots)
  }

  /// The server half that answers a request; one that refuses it when nothing like it was recorded.
  public func exchange(for request: ConnectionRequest) -> any EmulatedExchange {
    let wanted = CassetteRequest(request)
    let recording = slots.withLock { slots -> RecordedConversation? in
      guard var slot = slots[wanted.signature] else { return nil }
      defer { slots[wanted.signature] = slot }
      slot.next += 1
      return slot.recordings[(slot.next - 1) % slot.recordings.count]
    }
    guard let recording else { return UnrecordedExchange(what: wanted.signature) }
    let draws = seed.map { index.draws(for: recording.identity, seed: $0) }
    return CassetteExchange(
      request: wanted, playback: CassettePlayback(recording, draws: draws, hasRecordedTurns: true))
  }
}

extension RecordedConversation {
  /// The conversation with what happened on one connection; turns stay.
  fileprivate func only(_ wanted: CassetteConnection) -> RecordedConversation {
    var result = self
    result.entries = entries.filter { entry in
      switch entry {
      case .opened(let connection, _, _), .sent(let connection, _, _), .closed(let connection, _),
        .received(let connection, _, _):
        connection == wanted
      case .timer: false
      case .turnEnded: true
      }
    }
    return result
  }
}

/// Plays the server half of a recorded connection.
struct CassetteExchange: EmulatedExchange {
  let request: CassetteRequest
  var playback: CassettePlayback
  /// There is one connection only, so it does not matter what it is called.
  private let connection = CassetteConnection(stage: .llm, generation: 0, key: 0)
  private let timer = ServerTimer(0)
  private var waiting: [CassettePlayback.Arrival] = []

  init(request: CassetteRequest, playback: CassettePlayback) {
    self.request = request
    self.playback = playback
  }

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    switch input {
    case .opened: waiting += playback.openedFirst(request, as: connection, at: now)
    case .message(let message): waiting += playback.sent(CassetteMessage(message), on: connection, at: now)
    case .closed: waiting = []
    case .timer: break
    }
    while let first = waiting.first, first.at <= now {
      waiting.removeFirst()
      if let action = action(for: first.event) { actions.append(action) }
    }
    if let next = waiting.first { actions.append(.setTimer(timer, after: next.at - now)) }
  }

  private func action(for event: WireEvent) -> ServerAction? {
    switch event {
    case .opened(let head) where head.status == 101: .accept(headers: [])
    case .opened(let head): .respond(status: head.status, headers: head.headers)
    case .message(let message): .send(message, received: nil)
    case .body(let bytes): .body(bytes, received: nil)
    case .bodyEnded: .endBody
    case .closed(let code, let reason): .close(code: code, reason: reason)
    case .failed: .reset
    }
  }
}

/// Refuses what was not recorded.
struct UnrecordedExchange: EmulatedExchange {
  let what: String

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    guard input == .opened else { return }
    let message = JSONText.quoted("The cassette has no request like \(what).")
    actions.answer(status: 404, json: "{\"error\":{\"message\":\(message),\"type\":\"not_found\"}}")
  }
}
