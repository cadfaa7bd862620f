import LabStatistics
import LabTimeline
import Testing

@testable import LabEmulation

@Suite("A path of packets")
struct PacketPathTests {
  /// When packets arrive that are sent a millisecond apart; `nil` for lost ones.
  private static func arrivals(
    _ profile: PathProfile, count: Int, outages: OutageModel = OutageModel(), bytes: Int = 100,
    every: Duration = .milliseconds(1), seed: UInt64 = 1
  ) -> [LabInstant?] {
    var leg = SharedLeg(LegProfile(profile, outages: outages), generator: SeededGenerator(seed: seed))
    var path = PacketPath(profile, .up, generator: SeededGenerator(seed: seed, stream: "connection"))
    return (0..<count).map { path.carry(bytes: bytes, at: .origin + every * $0, over: &leg) }
  }

  private static func travel(_ arrivals: [LabInstant?], every: Duration = .milliseconds(1)) -> [Double] {
    arrivals.enumerated().compactMap { index, arrival in
      arrival.map { ($0 - (.origin + every * index)).milliseconds }
    }
  }

  @Test("takes its delay and nothing else when nothing else is asked for")
  func delay() {
    let arrivals = Self.arrivals(PathProfile(delay: .milliseconds(20)), count: 50)
    #expect(Self.travel(arrivals) == Array(repeating: 20, count: 50))
  }

  @Test("keeps the order of packets however much they vary", arguments: Jitter.Shape.allCases)
  func order(shape: Jitter.Shape) {
    let profile = PathProfile(delay: .milliseconds(50), jitter: Jitter(.milliseconds(10), shape: shape))
    let arrivals = Self.arrivals(profile, count: 500).compactMap { $0 }
    #expect(arrivals == arrivals.sorted())
    #expect(Set(arrivals).count > 20)
  }

  @Test("varies as its shape says when packets are too far apart to hold each other up", arguments: [0, 0.8])
  func distribution(correlation: Double) {
    let jitter = Jitter(.milliseconds(10), shape: .exponential, correlation: correlation)
    let every = Duration.seconds(1)
    let arrivals = Self.arrivals(
      PathProfile(delay: .milliseconds(50), jitter: jitter), count: 20_000, every: every)
    let travel = Self.travel(arrivals, every: every)
    let mean = travel.reduce(0, +) / Double(travel.count)
    #expect(abs(mean - 60) < 0.8)
    #expect(travel.allSatisfy { $0 >= 50 })
    let pairs = zip(travel, travel.dropFirst()).map { ($0 - mean) * ($1 - mean) }
    let variance = travel.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let found = pairs.reduce(0, +) / variance
    // The correlation of the normal numbers behind is a little higher than that of the draws.
    #expect(correlation == 0 ? abs(found) < 0.05 : (0.65...0.8).contains(found))
  }

  @Test("loses the share of packets that its model has in the long run, in bursts of its length")
  func loss() {
    let model = LossModel.GilbertElliott(enter: 0.01, leave: 0.25)
    let arrivals = Self.arrivals(
      PathProfile(delay: .zero, loss: .gilbertElliott(model)), count: 100_000)
    let lost = arrivals.map { $0 == nil }
    let count = lost.count { $0 }
    let bursts = zip(lost, [false] + lost).count { $0 && !$1 }
    #expect(abs(Double(count) / 100_000 - LossModel.gilbertElliott(model).mean) < 0.004)
    #expect(abs(Double(count) / Double(bursts) - 4) < 0.3)
  }

  @Test("sends at the rate of its slowest link and drops what its buffer has no room for")
  func bottleneck() {
    // 1000 bytes at 1 Mbit/s take 8 ms; 3000 bytes may wait.
    let profile = PathProfile(
      delay: .milliseconds(5), bottleneck: .init(bitsPerSecond: 1e6, buffer: 3000))
    let arrivals = Self.arrivals(profile, count: 5, bytes: 1000, every: .zero)
    let milliseconds = arrivals.map { $0.map { ($0 - .origin).milliseconds } }
    #expect(milliseconds == [13, 21, 29, nil, nil])
  }

  @Test("lets late packets be overtaken")
  func reordering() {
    let profile = PathProfile(
      delay: .milliseconds(10), reordering: .init(probability: 0.2, by: .milliseconds(4)))
    let travel = Self.travel(Self.arrivals(profile, count: 1000))
    #expect(Set(travel) == [10, 14])
    #expect((150...250).contains(travel.count { $0 == 14 }))
  }

  @Test("carries nothing in an outage, and the same outages strike every connection")
  func outages() {
    let model = OutageModel(
      scheduled: [.init(at: .milliseconds(10), duration: .milliseconds(5))],
      random: .init(every: .milliseconds(200), duration: .fixed(.milliseconds(20))))
    let first = Self.arrivals(PathProfile(delay: .zero), count: 2000, outages: model).map { $0 == nil }
    let varied = PathProfile(delay: .zero, jitter: Jitter(.milliseconds(3)))
    let second = Self.arrivals(varied, count: 2000, outages: model).map { $0 == nil }
    #expect(first == second)
    #expect(first[10...14].allSatisfy { $0 })
    #expect((100...400).contains(first.count { $0 }))
  }

  @Test("strikes again and again where an outage has a period")
  func periodic() {
    let model = OutageModel(periodic: .init(every: .milliseconds(100), duration: .milliseconds(10)))
    let lost = Self.arrivals(PathProfile(delay: .zero), count: 1000, outages: model).map { $0 == nil }
    #expect((90...100).contains(lost.count { $0 }))
    #expect(lost[200...].elementsEqual(lost[300...] + lost[200..<300]))
  }
}
