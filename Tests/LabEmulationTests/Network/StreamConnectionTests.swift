import LabProviders
import LabStatistics
import LabTimeline
import Testing

@testable import LabEmulation

@Suite("A stream over a leg")
struct StreamConnectionTests {
  /// Moves one connection and notes what comes out.
  private struct Trial {
    var leg: SharedLeg
    var stream: StreamConnection
    var now = LabInstant.origin
    var setup: ConnectionSetup?
    var ready: LabInstant?
    var arrivals: [(direction: LegDirection, bytes: Int, at: LabInstant)] = []

    init(_ profile: LegProfile, isSecure: Bool = false, seed: UInt64 = 1) {
      let generator = SeededGenerator(seed: seed)
      leg = SharedLeg(profile, generator: generator)
      stream = StreamConnection(profile, isSecure: isSecure, generator: generator, at: .origin)
    }

    mutating func run(until end: Duration) {
      var events: [StreamConnection.Event] = []
      repeat {
        stream.advance(to: now, over: &leg, into: &events)
        for event in events {
          switch event {
          case .ready(let setup): (self.setup, ready) = (setup, now)
          case .arrived(let direction, let bytes): arrivals.append((direction, bytes, now))
          }
        }
        events.removeAll()
        guard let due = stream.due, due <= .origin + end else { break }
        now = due
      } while true
      now = .origin + end
    }

    func received(_ direction: LegDirection) -> Int {
      arrivals.filter { $0.direction == direction }.reduce(0) { $0 + $1.bytes }
    }
  }

  private static func leg(
    _ delay: Int = 20, loss: LossModel = .none, megabits: Double? = nil
  ) -> LegProfile {
    LegProfile(
      PathProfile(
        delay: .milliseconds(delay), loss: loss,
        bottleneck: megabits.map { .init(bitsPerSecond: $0 * 1e6) }),
      nameLookup: .fixed(.milliseconds(7)))
  }

  @Test("takes a round trip each for the name, for TCP and for TLS")
  func setup() {
    var trial = Trial(Self.leg(), isSecure: true)
    trial.run(until: .seconds(1))
    #expect(trial.setup?.nameLookup == .milliseconds(47))
    #expect(trial.setup?.connect == .milliseconds(40))
    #expect(trial.setup?.tls == .milliseconds(40))
    #expect(trial.ready == .origin + .milliseconds(127))
    #expect(trial.arrivals.isEmpty)
  }

  @Test("carries what was written before it was ready, once it is")
  func early() {
    var trial = Trial(Self.leg())
    trial.stream.write(500, .up, at: .origin)
    trial.run(until: .seconds(1))
    #expect(trial.arrivals.map(\.at) == [.origin + .milliseconds(107)])
    #expect(trial.received(.up) == 500)
  }

  @Test("starts slowly: ten segments, then twice as many each round trip")
  func slowStart() {
    var trial = Trial(Self.leg())
    trial.run(until: .seconds(1))
    trial.stream.write(1448 * 70, .down, at: trial.now)
    let began = trial.now
    trial.run(until: .seconds(3))
    let perInstant = Dictionary(grouping: trial.arrivals, by: { ($0.at - began).milliseconds })
      .mapValues { $0.reduce(0) { $0 + $1.bytes } / 1448 }
    // RFC 6928 begins with ten segments, and slow start sends two for each that is acknowledged. The first 16 are
    // acknowledged one by one and later ones in pairs (RFC 5681, section 4.2), so that the last of the thirty is not
    // yet when the third round leaves: 39 may be under way, and one is.
    #expect(perInstant == [20: 10, 60: 20, 100: 38, 140: 2])
  }

  @Test("sends a lost segment again when later ones have arrived, and holds those back meanwhile")
  func fastRetransmit() {
    // The outage takes exactly the first data segment: the others are queued behind it on a slow link.
    var profile = Self.leg(megabits: 10)
    profile.outages.scheduled = [.init(at: .milliseconds(1000), duration: .microseconds(1))]
    var trial = Trial(profile)
    trial.run(until: .milliseconds(1000))
    trial.stream.write(1448, .down, at: trial.now)
    trial.run(until: .milliseconds(1001))
    trial.stream.write(1448 * 4, .down, at: trial.now)
    trial.run(until: .seconds(3))
    #expect(trial.received(.down) == 1448 * 5)
    #expect(trial.stream.repairs.retransmissions == 1)
    #expect(trial.stream.repairs.timeOuts == 0)
    // Nothing is handed on before the gap is filled, a good round trip later.
    let first = trial.arrivals.first.map { ($0.at - .origin).milliseconds } ?? 0
    #expect((1060...1080).contains(first))
  }

  @Test("waits for the time-out when a lost segment has nothing behind it")
  func timeOut() {
    var profile = Self.leg()
    profile.outages.scheduled = [.init(at: .milliseconds(1000), duration: .milliseconds(1))]
    var trial = Trial(profile)
    trial.run(until: .milliseconds(1000))
    trial.stream.write(300, .up, at: trial.now)
    trial.run(until: .seconds(3))
    let arrival = trial.arrivals.first.map { ($0.at - .origin).milliseconds } ?? 0
    // The round trip of 40 ms and the least of 200 ms more (RFC 6298 as Linux has it), the tick behind it, and then
    // 20 ms on the way.
    #expect(arrival == 1000 + 240 + 4 + 20)
  }

  @Test("doubles the time-out while an outage lasts")
  func backoff() {
    var profile = Self.leg()
    profile.outages.scheduled = [.init(at: .milliseconds(1000), duration: .milliseconds(1500))]
    var trial = Trial(profile)
    trial.run(until: .milliseconds(1000))
    trial.stream.write(300, .up, at: trial.now)
    trial.run(until: .seconds(10))
    let arrival = trial.arrivals.first.map { ($0.at - .origin).milliseconds } ?? 0
    // A probe after 240 ms, the time-out after as much again, then after twice and four times that, each on the tick
    // behind it: at 1244, 1488, 1972 and 2936 ms, and the last gets through.
    #expect(arrival == 2936 + 20)
  }

  @Test("asks for a connection once more after a second when its first packet is lost")
  func lostSynchronise() {
    var profile = Self.leg()
    profile.outages.scheduled = [.init(at: .milliseconds(40), duration: .milliseconds(10))]
    var trial = Trial(profile)
    trial.run(until: .seconds(4))
    // The first packet leaves at 47 ms, after the lookup. A second later (RFC 6298, section 2.1) is the tick at 1048 ms,
    // and the answer takes a round trip.
    #expect(trial.setup?.connect == .milliseconds(1048 + 40 - 47))
  }

  @Test("delivers every byte in order over a path that loses, and the same for the same seed")
  func lossy() {
    func arrivals(_ seed: UInt64) -> [LabInstant] {
      var trial = Trial(Self.leg(15, loss: .independent(0.05), megabits: 20), isSecure: true, seed: seed)
      for _ in 0..<20 {
        trial.stream.write(5000, .up, at: trial.now)
        trial.stream.write(20_000, .down, at: trial.now)
        trial.run(until: (trial.now - .origin) + .milliseconds(300))
      }
      trial.run(until: .seconds(120))
      #expect(trial.received(.up) == 100_000)
      #expect(trial.received(.down) == 400_000)
      #expect(trial.stream.repairs.retransmissions > 5)
      return trial.arrivals.map(\.at)
    }
    #expect(arrivals(1) == arrivals(1))
    #expect(arrivals(1) != arrivals(2))
  }

  @Test("is held up by the handshake that a fault prolongs")
  func hold() {
    let generator = SeededGenerator(seed: 1)
    var leg = SharedLeg(Self.leg(), generator: generator)
    var stream = StreamConnection(
      Self.leg(), isSecure: true, generator: generator, hold: .milliseconds(500), at: .origin)
    var events: [StreamConnection.Event] = []
    stream.advance(to: .origin + .seconds(1), over: &leg, into: &events)
    #expect(
      events == [
        .ready(
          ConnectionSetup(
            isReused: false, nameLookup: .milliseconds(47), connect: .milliseconds(40),
            tls: .milliseconds(540)))
      ])
  }
}
