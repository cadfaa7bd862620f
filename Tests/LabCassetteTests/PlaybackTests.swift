import LabEmulation
import LabProviders
import LabTimeline
import Testing

@testable import LabCassette

@Suite("Playing a cassette")
struct PlaybackTests {
  private static let stt = CassetteConnection(stage: .stt, generation: 0, key: 0)
  private static let sound = CassetteMessage(kind: "binary", size: 640, isAudio: true)
  private static let finalize = CassetteMessage(kind: "Finalize", size: 19, isAudio: false)
  private static let request = CassetteRequest(
    transport: "websocket", target: "/v1/listen", headers: [], size: 0)

  private static func at(_ milliseconds: Int64) -> LabInstant {
    LabInstant(nanoseconds: milliseconds * 1_000_000)
  }

  private static func text(_ text: String) -> CassetteArrival { CassetteArrival(.message(.text(text))) }

  /// A partial 5 ms after the second piece of sound, and a final 40 ms after the request for it.
  private static let conversation = RecordedConversation(
    identity: .example,
    entries: [
      .opened(stt, request, at: at(0)),
      .received(stt, text("hello"), at: at(3)),
      .sent(stt, sound, at: at(20)),
      .timer("microphone", due: at(40), at: at(42)),
      .sent(stt, sound, at: at(42)),
      .received(stt, text("partial"), at: at(47)),
      .sent(stt, finalize, at: at(50)),
      .timer("microphone", due: at(60), at: at(61)),
      .sent(stt, sound, at: at(61)),
      .received(stt, text("final"), at: at(90)),
      .turnEnded(at: at(95)),
      .closed(stt, at: at(100)),
    ])

  private func words(_ arrivals: [CassettePlayback.Arrival]) -> [String] {
    arrivals.map { arrival in
      guard case .message(.text(let text)) = arrival.event else { return "?" }
      return "\(text)@\(Double(arrival.at.nanoseconds) / 1e6)"
    }
  }

  @Test("To a client that does the same, everything arrives at the recorded instants")
  func playsExactly() {
    var playback = CassettePlayback(Self.conversation)
    #expect(words(playback.opened(Self.stt, Self.request, at: Self.at(0))) == ["hello@3.0"])
    #expect(words(playback.sent(Self.sound, on: Self.stt, at: Self.at(20))) == [])
    #expect(playback.serviceInstant(of: "microphone", due: Self.at(40)) == Self.at(42))
    #expect(playback.serviceInstant(of: "microphone", due: Self.at(40)) == nil)
    #expect(words(playback.sent(Self.sound, on: Self.stt, at: Self.at(42))) == ["partial@47.0"])
    #expect(words(playback.sent(Self.finalize, on: Self.stt, at: Self.at(50))) == ["final@90.0"])
    #expect(words(playback.sent(Self.sound, on: Self.stt, at: Self.at(61))) == [])
    playback.closed(Self.stt, at: Self.at(100))
    playback.finish(at: Self.at(100))
    #expect(playback.deviation == nil)
  }

  @Test(
    "To a client that decides otherwise, an answer keeps its distance from what it answers, and it is said")
  func followsTheClient() {
    var playback = CassettePlayback(Self.conversation)
    _ = playback.opened(Self.stt, Self.request, at: Self.at(0))
    _ = playback.sent(Self.sound, on: Self.stt, at: Self.at(20))
    _ = playback.sent(Self.sound, on: Self.stt, at: Self.at(40))
    _ = playback.sent(Self.sound, on: Self.stt, at: Self.at(60))
    #expect(words(playback.sent(Self.finalize, on: Self.stt, at: Self.at(70))) == ["final@110.0"])
    #expect(
      playback.deviation?.what
        == "the client sent “binary” of 640 bytes on stt.0.0, where it sent “Finalize” of 19 bytes on stt.0.0 when recorded"
    )
    #expect(
      words(playback.sent(Self.finalize, on: Self.stt, at: Self.at(200))) == ["final@240.0"],
      "asked once more")
  }

  @Test("What a service heard it hears again when the same is said at another time")
  func followsTheVoice() {
    let loud = CassetteMessage(kind: "binary", size: 640, isAudio: true, isLoud: true)
    var entries: [CassetteEntry] = [.opened(Self.stt, Self.request, at: Self.at(0))]
    for frame in 1...100 as ClosedRange<Int64> {
      let message = (50...60).contains(frame) ? loud : Self.sound
      entries.append(.sent(Self.stt, message, at: Self.at(frame * 20)))
      if frame == 55 {
        entries.append(.received(Self.stt, Self.text("partial"), at: Self.at(frame * 20 + 3)))
      }
      if frame == 65 { entries.append(.received(Self.stt, Self.text("final"), at: Self.at(frame * 20 + 9))) }
    }
    var playback = CassettePlayback(RecordedConversation(identity: .example, entries: entries))
    _ = playback.opened(Self.stt, Self.request, at: .origin)
    var heard: [String] = []
    for frame in 1...100 as ClosedRange<Int64> {
      let message = (70...80).contains(frame) ? loud : Self.sound
      heard += words(playback.sent(message, on: Self.stt, at: Self.at(frame * 20)))
    }
    #expect(heard == ["partial@1503.0", "final@1709.0"])
  }

  @Test("An arrival that was taken up behind a timer stays behind it")
  func keepsTheOrder() {
    var conversation = Self.conversation
    conversation.entries.insert(.timer("endpoint", due: Self.at(92), at: Self.at(93)), at: 9)
    var playback = CassettePlayback(conversation)
    _ = playback.opened(Self.stt, Self.request, at: Self.at(0))
    let arrivals = playback.sent(Self.finalize, on: Self.stt, at: Self.at(50))
    #expect(arrivals.map(\.at) == [Self.at(90)])
    #expect(arrivals.map(\.order) == [Self.at(92)])
  }

  /// Ten turns, in which both stages are slow or both are quick.
  private static let correlated: RecordedConversation = {
    let (llm, tts) = (Stage.llm, Stage.tts)
    var entries: [CassetteEntry] = []
    for turn in 0..<10 {
      let start = Int64(turn) * 10_000
      let delay: Int64 = turn.isMultiple(of: 2) ? 100 + Int64(turn) : 1000 + Int64(turn)
      for (place, stage) in [llm, tts].enumerated() {
        let line = CassetteConnection(stage: stage, generation: 0, key: turn)
        entries.append(.opened(line, request, at: at(start + Int64(place) * 3000)))
        entries.append(.received(line, text("a"), at: at(start + Int64(place) * 3000 + delay)))
      }
      entries.append(.turnEnded(at: at(start + 9000)))
    }
    return RecordedConversation(identity: .example, entries: entries)
  }()

  private func draw(seed: UInt64) -> [[Duration]] {
    let draws = TurnDraws(from: [Self.correlated], seed: seed, name: "radius.0")
    var playback = CassettePlayback(Self.correlated, draws: draws)
    return (0..<10).map { turn in
      defer { playback.turnEnded() }
      return [Stage.llm, .tts].flatMap { stage in
        playback.opened(.init(stage: stage, generation: 0, key: turn), Self.request, at: .origin).map {
          $0.at - .origin
        }
      }
    }
  }

  @Test("Drawn turns are whole: the stages of a turn stay together, and the seed decides")
  func drawsWholeTurns() {
    let drawn = draw(seed: 1)
    #expect(drawn.allSatisfy { $0.count == 2 && $0[0] == $0[1] }, "slow with slow, quick with quick")
    #expect(Set(drawn).count > 3)
    #expect(drawn == draw(seed: 1))
    #expect(drawn != draw(seed: 2))
  }

  @Test("On sockets, a recorded connection answers a request of the same session")
  func servesOnSockets() {
    var recorded = Self.conversation
    guard case .opened(let line, var request, let at) = recorded.entries[0] else { return }
    request.session = "radius.0"
    recorded.entries[0] = .opened(line, request, at: at)
    let counter = CassetteCounter(Cassette(header: CassetteFileTests.header, conversations: [recorded]))
    func exchange(_ session: String) -> [String] {
      var exchange = counter.exchange(
        for: ConnectionRequest(
          transport: .webSocket, endpoint: .service("localhost"), target: "/v1/listen?model=x",
          headers: [HeaderField("x-deepgram-session-id", session)]))
      var actions: [String] = []
      for (input, milliseconds) in [
        (.opened, 0), (.timer(.init(0)), 3), (.message(.text(#"{"type":"Finalize"}"#)), 50),
        (.timer(.init(0)), 90),
      ] as [(ServerInput, Int64)] {
        var out: [ServerAction] = []
        exchange.handle(input, at: Self.at(milliseconds), into: &out)
        actions += out.map { action in
          switch action {
          case .send(.text(let text), _): text
          case .setTimer(_, let delay): "\(delay.milliseconds)"
          case .respond(let status, _): "\(status)"
          default: "other"
          }
        }
      }
      return actions
    }
    #expect(exchange("radius.0") == ["3.0", "hello", "40.0", "final"])
    #expect(exchange("other.0") == ["404", "other", "other"])
  }
}
