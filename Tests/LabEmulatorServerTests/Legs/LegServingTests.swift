import LabEmulation
import LabEmulatorServer
import LabProviders
import LabStatistics
import LabTimeline
import Testing

@Suite("Serving over a leg", .timeLimit(.minutes(2)))
struct LegServingTests {
  private let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  private static func answering(
    _ text: String, _ headers: [HeaderField] = []
  ) -> ScriptedExchange.Script {
    { input, _ in input == .opened ? .whole(text, headers) : [] }
  }

  private func settings(_ path: PathProfile) -> EmulatorServer.Settings {
    var settings = EmulatorServer.Settings()
    let leg = LegProfile(path, nameLookup: .fixed(.zero))
    settings.leg = EmulatorServer.Leg(profile: leg, generator: SeededGenerator(seed: 1))
    return settings
  }

  @Test("brings bytes as late as the leg would, in both directions")
  func delay() throws {
    try serving(
      settings(PathProfile(delay: .milliseconds(30))),
      by: Self.answering("done")
    ) { port, journal, _ in
      let clock = ContinuousClock()
      let client = try RawClient(port: port)
      var began = clock.now
      client.send(get)
      _ = try client.take(through: "done")
      // The name and TCP took a round trip each, from the moment of the connection on.
      #expect(clock.now - began >= .milliseconds(170))
      began = clock.now
      client.send(get)
      _ = try client.take(through: "done")
      let second = clock.now - began
      #expect(second >= .milliseconds(60))
      #expect(second < .milliseconds(160))
      #expect(journal.requests.count == 2)
    }
  }

  @Test("loses no byte of a long answer over a path that loses packets, and closes after the last")
  func whole() throws {
    let text = String(repeating: "0123456789", count: 3000)
    let path = PathProfile(delay: .milliseconds(2), loss: .independent(0.02))
    try serving(
      settings(path),
      by: Self.answering(text, [HeaderField("Connection", "close")])
    ) { port, journal, _ in
      let client = try RawClient(port: port)
      client.send(get)
      let answer = client.takeAll()
      #expect(answer.hasSuffix(text))
      #expect(client.end == .orderly)
      #expect(journal.awaitClosed())
    }
  }

  @Test("has a listener for every leg of every network that has legs, and none for others")
  func listeners() throws {
    let leg = LegProfile(PathProfile(delay: .milliseconds(1)))
    let network = NetworkProfile(
      name: "mine", summary: "",
      legs: NetworkLegs(standard: leg, exceptions: [.init(pattern: "deepgram/*", leg: leg)]))
    let listeners = try LegListeners(networks: [network] + NetworkProfile.all.prefix(2), seed: 1) { _ in
      ScriptedExchange(number: 0, journal: Journal()) { _, _ in [] }
    }
    let deepgram = try #require(listeners.endpoint(network: "mine", provider: "deepgram/nova-3"))
    let other = try #require(listeners.endpoint(network: "mine", provider: "openai/gpt-4o"))
    #expect(deepgram.port != other.port)
    #expect(listeners.endpoint(network: "none", provider: "openai/gpt-4o") == nil)
    try listeners.stop()
  }
}
