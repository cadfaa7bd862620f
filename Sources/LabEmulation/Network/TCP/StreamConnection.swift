public import LabProviders
public import LabStatistics
public import LabTimeline

/// A connection over a leg: the name is looked up, TCP and TLS shake hands, and then bytes travel both ways
/// in segments.
///
/// Rules without a clock or a socket. Whoever moves it calls ``advance(to:over:into:)`` when ``due`` has come
/// and after every write. What the application writes before the connection is ready waits for it.
public struct StreamConnection: Sendable {
  /// What comes out of it.
  public enum Event: Hashable, Sendable {
    /// Lookup, TCP and TLS are done.
    case ready(ConnectionSetup)
    /// That many bytes written in a direction have arrived, in order.
    case arrived(LegDirection, bytes: Int)
  }

  /// What TLS 1.3 says before the first request (RFC 8446, section 2): a hello with a post-quantum key share,
  /// the answer with a chain of two certificates, and the end of the handshake, which travels with the
  /// request.
  static let helloBytes = 1700
  private static let certificateBytes = 3600
  private static let finishedBytes = 74
  private static let queryBytes = 80
  private static let answerBytes = 160

  private enum Phase: Sendable {
    case lookingUp(due: LabInstant)
    case connecting(due: LabInstant, tries: Int)
    case securing
    /// Everything is said, and the service takes its time over it.
    case held(due: LabInstant)
    case ready
  }

  private let isSecure: Bool
  private let hold: Duration
  private let lookup: Duration
  private let began: LabInstant
  private var phase: Phase
  private var phaseBegan: LabInstant
  private var synchroniseSent: LabInstant
  private var setup = ConnectionSetup(isReused: false)
  private var paths: [PacketPath]
  /// The client's, then the server's: the sender of `up` and that of `down`.
  private var ends: [TCPEnd]
  private var packets = PacketsUnderWay()
  /// Bytes of the handshake in each direction, which are nobody's application's.
  private var handshake = [0, 0]
  private var arrived = [0, 0]
  private var waiting = [0, 0]

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - leg: What the way is like.
  ///   - isSecure: Whether there is TLS.
  ///   - generator: The connection's own stream.
  ///   - looksUp: Whether the name has to be looked up.
  ///   - hold: How much longer than usual the last handshake takes.
  public init(
    _ leg: LegProfile, isSecure: Bool, generator: SeededGenerator, looksUp: Bool = true,
    hold: Duration = .zero, at now: LabInstant
  ) {
    self.isSecure = isSecure
    self.hold = hold
    var lookups = generator.derived(name: "lookup")
    lookup = leg.nameLookup.draw(using: &lookups)
    paths = [
      PacketPath(leg.up, .up, generator: generator), PacketPath(leg.down, .down, generator: generator),
    ]
    ends = [TCPEnd(leg.tcp), TCPEnd(leg.tcp)]
    began = now
    phaseBegan = now
    synchroniseSent = now
    phase = looksUp ? .lookingUp(due: now) : .connecting(due: now, tries: 0)
  }

  /// When something is to be done if nothing is written.
  public var due: LabInstant? {
    var due = packets.next
    for end in ends {
      if let own = end.due { due = due.map { min($0, own) } ?? own }
    }
    switch phase {
    case .lookingUp(let own), .connecting(let own, _), .held(let own): due = due.map { min($0, own) } ?? own
    case .securing, .ready: break
    }
    return due
  }

  /// How many segments were sent more than once, and how many time-outs ran out, in both directions.
  public var repairs: (retransmissions: Int, timeOuts: Int) {
    (
      ends.reduce(0) { $0 + $1.sender.retransmissions }, ends.reduce(0) { $0 + $1.sender.timeOuts }
    )
  }

  /// Whether it can carry something at once.
  public var isReady: Bool { if case .ready = phase { true } else { false } }

  /// The application writes; ``advance(to:over:into:)`` follows.
  public mutating func write(_ bytes: Int, _ direction: LegDirection, at now: LabInstant) {
    if isReady {
      ends[direction.rawValue].sender.write(bytes, at: now)
    } else {
      waiting[direction.rawValue] += bytes
    }
  }

  /// Does everything that is due up to an instant.
  public mutating func advance(to now: LabInstant, over leg: inout SharedLeg, into events: inout [Event]) {
    send(at: now, over: &leg)
    while let next = due, next <= now {
      if let packet = packets.take(dueBefore: next) {
        take(packet, at: next, over: &leg, into: &events)
      } else {
        if case .held(let due) = phase, due <= next { becameReady(at: next, into: &events) }
        timersFired(at: next, over: &leg)
      }
      send(at: next, over: &leg)
    }
  }

  // MARK: Packets out

  private mutating func dispatch(
    _ packet: TCPPacket, payload: Int, at now: LabInstant, over leg: inout SharedLeg,
    delayedBy delay: Duration = .zero
  ) {
    let size = payload + leg.profile.tcp.overhead
    guard
      let arrival = paths[packet.direction.rawValue].carry(bytes: size, at: now + delay, over: &leg)
    else { return }
    packets.add(packet, at: arrival)
  }

  /// Sends what the windows allow, and the acknowledgements that cannot wait for it.
  private mutating func send(at now: LabInstant, over leg: inout SharedLeg) {
    switch phase {
    case .lookingUp, .connecting: return
    case .securing, .held, .ready: break
    }
    for direction in LegDirection.allCases {
      let index = direction.rawValue
      for bytes in ends[index].sender.emit(at: now) { segment(bytes, direction, at: now, over: &leg) }
      if let due = ends[index].receiver.due, due <= now { segment(0..<0, direction, at: now, over: &leg) }
    }
  }

  private mutating func segment(
    _ bytes: Range<Int>, _ direction: LegDirection, at now: LabInstant, over leg: inout SharedLeg
  ) {
    let index = direction.rawValue
    let packet = TCPPacket(
      kind: .data, direction: direction, bytes: bytes, acknowledged: ends[index].receiver.delivered,
      selective: ends[index].receiver.beyond)
    ends[index].receiver.acknowledged()
    dispatch(packet, payload: bytes.count, at: now, over: &leg)
  }

  private mutating func timersFired(at now: LabInstant, over leg: inout SharedLeg) {
    let settings = leg.profile.tcp
    switch phase {
    case .lookingUp(let due) where due <= now:
      phase = .lookingUp(due: now + settings.lookupTimeOut)
      dispatch(TCPPacket(kind: .query, direction: .up), payload: Self.queryBytes, at: now, over: &leg)
    case .connecting(let due, let tries) where due <= now:
      var timeOut = settings.firstTimeOut
      for _ in 0..<min(tries, 6) { timeOut += timeOut }
      phase = .connecting(
        due: .origin + settings.onTick(timeOut, after: now - .origin), tries: tries + 1)
      synchroniseSent = now
      dispatch(TCPPacket(kind: .synchronise, direction: .up), payload: 8, at: now, over: &leg)
    default:
      for direction in LegDirection.allCases {
        guard let due = ends[direction.rawValue].sender.due, due <= now else { continue }
        for bytes in ends[direction.rawValue].sender.timerFired(at: now) {
          segment(bytes, direction, at: now, over: &leg)
        }
      }
    }
  }

  // MARK: Packets in

  private mutating func take(
    _ packet: TCPPacket, at now: LabInstant, over leg: inout SharedLeg, into events: inout [Event]
  ) {
    switch packet.kind {
    case .query:
      dispatch(
        TCPPacket(kind: .answer, direction: .down), payload: Self.answerBytes, at: now, over: &leg,
        delayedBy: lookup)
    case .answer:
      guard case .lookingUp = phase else { return }
      setup.nameLookup = now - phaseBegan
      phaseBegan = now
      phase = .connecting(due: now, tries: 0)
    case .synchronise:
      dispatch(
        TCPPacket(kind: .synchroniseAnswer, direction: .down), payload: 8, at: now, over: &leg)
    case .synchroniseAnswer: connected(at: now, into: &events)
    case .data: takeData(packet, at: now, into: &events)
    }
  }

  private mutating func connected(at now: LabInstant, into events: inout [Event]) {
    guard case .connecting(_, let tries) = phase else { return }
    if isSecure {
      setup.connect = now - phaseBegan
      phaseBegan = now
    }
    if tries == 1 {
      // Both ends have seen a round trip; the server's takes the same way.
      ends[0].sender.estimate.measured(now - synchroniseSent)
      ends[1].sender.estimate.measured(now - synchroniseSent)
    }
    guard isSecure else { return finishHandshake(at: now, into: &events) }
    phase = .securing
    handshake[0] = Self.helloBytes
    ends[0].sender.write(Self.helloBytes, at: now)
  }

  private mutating func finishHandshake(at now: LabInstant, into events: inout [Event]) {
    guard hold > .zero else { return becameReady(at: now, into: &events) }
    phase = .held(due: now + hold)
  }

  private mutating func becameReady(at now: LabInstant, into events: inout [Event]) {
    phase = .ready
    if isSecure { setup.tls = now - phaseBegan } else { setup.connect = now - phaseBegan }
    for direction in LegDirection.allCases where waiting[direction.rawValue] > 0 {
      ends[direction.rawValue].sender.write(waiting[direction.rawValue], at: now)
      waiting[direction.rawValue] = 0
    }
    events.append(.ready(setup))
  }

  private mutating func takeData(_ packet: TCPPacket, at now: LabInstant, into events: inout [Event]) {
    // The end that receives is the one that sends the other way.
    let index = packet.direction.opposite.rawValue
    ends[index].sender.acknowledged(packet.acknowledged, selective: packet.selective, at: now)
    guard !packet.bytes.isEmpty else { return }
    let before = arrived[packet.direction.rawValue]
    arrived[packet.direction.rawValue] += ends[index].receiver.take(packet.bytes, at: now)
    shakeHands(packet.direction, at: now, into: &events)
    let own = handshake[packet.direction.rawValue]
    let count = max(arrived[packet.direction.rawValue] - own, 0) - max(before - own, 0)
    if count > 0 { events.append(.arrived(packet.direction, bytes: count)) }
  }

  private mutating func shakeHands(
    _ direction: LegDirection, at now: LabInstant, into events: inout [Event]
  ) {
    guard case .securing = phase, arrived[direction.rawValue] >= handshake[direction.rawValue] else { return }
    switch direction {
    case .up where handshake[1] == 0:
      handshake[1] = Self.certificateBytes
      ends[1].sender.write(Self.certificateBytes, at: now)
    case .up: break
    case .down:
      handshake[0] += Self.finishedBytes
      ends[0].sender.write(Self.finishedBytes, at: now)
      finishHandshake(at: now, into: &events)
    }
  }
}
