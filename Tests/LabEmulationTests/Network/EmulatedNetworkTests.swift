import LabEmulation
import LabProviders
import LabTimeline
import Testing

@Suite("An emulated network")
struct EmulatedNetworkTests {
  static let profile = NetworkProfile(
    name: "test", summary: "", oneWay: .fixed(.milliseconds(5)), nameLookup: .fixed(.milliseconds(2)))

  static func request(_ transport: ConnectionRequest.Transport, isSecure: Bool = true, host: String = "a")
    -> ConnectionRequest
  {
    ConnectionRequest(
      transport: transport, endpoint: Endpoint(isSecure: isSecure, host: host, port: 443), target: "/",
      headers: [])
  }

  @Test(
    "charges a new connection a name lookup, a round trip, and one more for TLS", arguments: [true, false])
  func setup(isSecure: Bool) {
    var network = EmulatedNetwork(profile: Self.profile, seed: 1, session: "talk")
    let (setup, _) = network.connect(Self.request(.http(method: "GET"), isSecure: isSecure))
    #expect(setup.nameLookup == .milliseconds(2))
    #expect(setup.connect == .milliseconds(10))
    #expect(setup.tls == (isSecure ? .milliseconds(10) : nil))
    #expect(setup.total == .milliseconds(isSecure ? 22 : 12))
  }

  @Test("uses a connection again once its exchange is complete, for the same endpoint only and once")
  func reuse() {
    var network = EmulatedNetwork(profile: Self.profile, seed: 1, session: "talk")
    let get = ConnectionRequest.Transport.http(method: "GET")
    let first = network.connect(Self.request(get)).0
    let second = network.connect(Self.request(get)).0
    network.release(Self.request(get).endpoint)
    let other = network.connect(Self.request(get, host: "b")).0
    let socket = network.connect(Self.request(.webSocket)).0
    let third = network.connect(Self.request(get)).0
    let fourth = network.connect(Self.request(get)).0
    #expect(
      [first, second, other, socket, third, fourth].map(\.isReused) == [
        false, false, false, false, true, false,
      ])
  }

  @Test(
    "delays every message by its one way",
    arguments: NetworkProfile.all.filter { $0.legs == nil }.map(\.name))
  func delays(name: String) throws {
    let profile = try #require(NetworkProfile.named(name))
    func drawn(_ session: String) -> [Duration] {
      var network = EmulatedNetwork(profile: profile, seed: 1, session: session)
      var leg = network.connect(Self.request(.webSocket)).1
      return (0..<5).map { _ in leg.delay() }
    }
    #expect(drawn("talk") == drawn("talk"))
    #expect((drawn("talk") == drawn("other")) == ["none", "steady"].contains(name))
    #expect(drawn("talk").allSatisfy { ($0 == .zero) == (name == "none") && $0 >= .zero })
  }

  @Test("gives every connection of a conversation a stream of its own")
  func streams() throws {
    let profile = try #require(NetworkProfile.named("wifi"))
    var network = EmulatedNetwork(profile: profile, seed: 1, session: "talk")
    var first = network.connect(Self.request(.webSocket)).1
    var second = network.connect(Self.request(.webSocket)).1
    #expect((0..<5).map { _ in first.delay() } != (0..<5).map { _ in second.delay() })
  }

  @Test("is known by its name, or not at all")
  func names() {
    #expect(Set(NetworkProfile.all.map(\.name)).count == NetworkProfile.all.count)
    #expect(NetworkProfile.named("wired")?.name == "wired")
    #expect(NetworkProfile.named("carrier pigeon") == nil)
  }
}
