import LabEmulation
import LabPipeline
import LabProviders
import LabRecord
import LabStatistics
import LabTimeline

/// Connections whose packets are followed one by one.
extension OfflineDriver {
  /// Opens a connection over a leg; false when the way to this service is none, as to an engine on this
  /// machine.
  mutating func openLeg(
    _ address: ConnectionAddress, _ request: ConnectionRequest, _ fault: FaultRule?,
    from pool: ConnectionPool, at now: LabInstant
  ) -> Bool {
    let hold = fault?.fault == .slowHandshake ? fault?.duration ?? FaultRule.standardHandshake : .zero
    guard
      let connection = network.connect(
        request, to: callees[address.stage], from: pool, hold: hold, at: now)
    else { return false }
    var link = EmulatedLink(
      exchange: providers.exchange(for: request),
      leg: NetworkLeg(oneWay: .fixed(.zero), generator: SeededGenerator(seed: 0)),
      setup: connection.isReused ? .reused : ConnectionSetup(isReused: false), endpoint: request.endpoint,
      pool: pool,
      isReusable: request.transport != .webSocket, requestSent: now)
    if let failure = fault?.connectionFailure {
      links[address] = link
      let roundTrips = fault?.fault == .refused ? 2 : 3
      let at = now + network.roundTrip(to: callees[address.stage]) * roundTrips
      queue.schedule(.toClient(address, WireArrival(.failed(failure))), at: at)
      return true
    }
    link.stream = StreamLink(connection, request, at: now)
    links[address] = link
    moveLeg(address, at: now)
    return true
  }

  /// Does what is due on a connection, hands on what is whole, and asks to be called again.
  mutating func moveLeg(_ address: ConnectionAddress, at now: LabInstant) {
    guard var stream = links[address]?.stream else { return }
    var events: [StreamConnection.Event] = []
    swap(&events, &legEvents)
    network.advance(&stream.connection, to: now, into: &events)
    var outcomes: [StreamLink.Outcome] = []
    for event in events { stream.take(event, at: now, into: &outcomes) }
    events.removeAll(keepingCapacity: true)
    swap(&events, &legEvents)
    let again = stream.newRetransmissions()
    let met = network.outageCount - metOutages
    metOutages += met
    if again > 0 || met > 0 {
      pipeline.handle(.network(retransmissions: again, outages: met), at: now, into: &actions)
    }
    let due = stream.connection.due
    links[address]!.stream = stream
    for outcome in outcomes {
      switch outcome {
      case .ready(let setup): links[address]!.setup = setup
      case .toServer(let input): queue.schedule(.toServer(address, input), at: now)
      case .toClient(let arrival): queue.schedule(.toClient(address, arrival), at: now)
      }
    }
    guard let due, legDue[address] != due else { return }
    legDue[address] = due
    queue.schedule(.leg(legTimers.start(address)), at: max(due, now))
  }
}
