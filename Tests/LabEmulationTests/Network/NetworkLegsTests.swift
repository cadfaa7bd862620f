import LabProviders
import LabTimeline
import Testing

@testable import LabEmulation

@Suite("The legs of a network")
struct NetworkLegsTests {
  private static func connect(_ network: inout EmulatedNetwork, after delay: Duration = .zero) throws
    -> LegConnection
  {
    let connection = network.connect(request, to: "openai/gpt-4o", at: .origin + delay)
    return try #require(connection)
  }

  private static let request = ConnectionRequest(
    transport: .http(method: "POST"), endpoint: .service("api.example.com"), target: "/", headers: [])

  @Test("lead to each provider by the first pattern that means it")
  func patterns() {
    let leg = LegProfile(PathProfile(delay: .milliseconds(1)))
    let legs = NetworkLegs(
      standard: leg,
      exceptions: [.init(pattern: "deepgram/nova-3", leg: leg), .init(pattern: "deepgram/*", leg: leg)])
    #expect(legs.index(of: "deepgram/nova-3") == 1)
    #expect(legs.index(of: "deepgram/aura-2") == 2)
    #expect(legs.index(of: "openai/gpt-4o") == 0)
    #expect(legs.index(of: nil) == 0)
  }

  @Test("are there in every profile that names a medium, with outages where the medium has them")
  func shipped() throws {
    let names = ["cable", "wlan", "4g", "5g", "satellite", "geostationary", "train"]
    #expect(NetworkProfile.all.filter { $0.legs != nil }.map(\.name) == names)
    #expect(try #require(NetworkProfile.named("satellite")?.legs).standard.outages.periodic != nil)
    #expect(try #require(NetworkProfile.named("train")?.legs).standard.outages.random != nil)
    #expect(NetworkProfile.named("wifi")?.legs == nil)
  }

  @Test("keep an idle connection warm: it needs no handshake and knows its round trip")
  func reuse() throws {
    var network = EmulatedNetwork(
      profile: try #require(NetworkProfile.named("4g")), seed: 1, session: "talk")
    var events: [StreamConnection.Event] = []
    var first = try Self.connect(&network)
    #expect(!first.isReused)
    network.advance(&first, to: .origin + .seconds(2), into: &events)
    #expect(events.count == 1)
    network.release(first)
    let second = try Self.connect(&network, after: .seconds(3))
    #expect(second.isReused)
    let third = try Self.connect(&network, after: .seconds(3))
    #expect(!third.isReused)
  }

  @Test("draw for each provider by itself, whatever else is connected")
  func independence() throws {
    let profile = try #require(NetworkProfile.named("4g"))
    func ready(beside: Bool) throws -> [StreamConnection.Event] {
      var network = EmulatedNetwork(profile: profile, seed: 1, session: "talk")
      var events: [StreamConnection.Event] = []
      if beside { _ = network.connect(Self.request, to: "groq/llama", at: .origin) }
      var connection = try Self.connect(&network)
      network.advance(&connection, to: .origin + .seconds(2), into: &events)
      return events
    }
    #expect(try ready(beside: false) == ready(beside: true))
  }
}
