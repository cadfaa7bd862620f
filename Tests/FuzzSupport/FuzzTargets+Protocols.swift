import LabEmulation
import LabProviders
import LabTimeline
import Synchronization

/// Both halves of every protocol, each with exchanges between the two.
extension FuzzTarget {
  /// One provider of each family of protocols; nothing that is parsed differs within one.
  private static let entries: [ProviderEntry] = {
    var known: Set<String> = []
    return ProviderCatalogue.standard.entries.filter { entry in
      let name = entry.wireProtocol.family
      // Engines speak one protocol under many names; one of each kind is enough.
      return known.insert(name.hasPrefix("engine.") ? "engine.\(entry.stage.rawValue)" : name).inserted
    }
  }()

  static let providers = EmulatedProviders(seed: 1, transcripts: FuzzSound.transcripts)

  static let clients: [FuzzTarget] = entries.map { entry in
    let name = entry.engine == nil ? entry.wireProtocol.name : "engine.\(entry.stage.rawValue)"
    let isStream = entry.wireProtocol.transport == .http || entry.wireProtocol.transport == .serverSentEvents
    return FuzzTarget("client/" + name, comparesCuts: isStream && entry.stage != .stt) {
      let isEmulated = entry.engine == nil || entry.id == "template/reply"
      let talks =
        isEmulated
        ? try recordedTalks(with: entry).map(\.client)
        : scripts(for: entry).map { $0 + engineLines(entry.stage) }
      return try talks.map { FuzzTalk(try ClientSubject(entry), $0) }
    }
  }

  static let emulators: [FuzzTarget] = {
    var known: Set<String> = []
    var targets: [FuzzTarget] = []
    func add(_ name: String, _ record: @escaping @Sendable () throws -> [FuzzTalk]) {
      if known.insert(name).inserted { targets.append(FuzzTarget("emulator/" + name, record: record)) }
    }
    for entry in entries where entry.engine == nil || entry.id == "template/reply" {
      add(entry.engine == nil ? entry.wireProtocol.name : "engine.llm") {
        try recordedTalks(with: entry).flatMap(\.emulators).prefix(6)
          .map { FuzzTalk(EmulatorSubject(providers: providers), $0) }
      }
    }
    for (name, requests) in VendorSamples.all.flatMap({ Array($0.requests) }) {
      add(name) {
        requests.map {
          FuzzTalk(
            EmulatorSubject(providers: providers), [.request($0), .wait(milliseconds: 1000), .input(.closed)])
        }
      }
    }
    return targets
  }()

  private static let recorded = Mutex<[String: [RecordedTalk]]>([:])

  /// The exchanges with a provider, which both halves share.
  private static func recordedTalks(with entry: ProviderEntry) throws -> [RecordedTalk] {
    if let known = recorded.withLock({ $0[entry.id] }) { return known }
    let talks = try scripts(for: entry).map { try RecordedTalk(entry, providers: providers, script: $0) }
    recorded.withLock { $0[entry.id] = talks }
    return talks
  }

  /// What a pipeline asks of a session of a kind.
  private static func scripts(for entry: ProviderEntry) -> [[FuzzStep]] {
    func sound(_ from: Int, _ milliseconds: Int) -> [FuzzStep] {
      stride(from: from, to: from + milliseconds, by: 100).flatMap { at -> [FuzzStep] in
        [.wait(milliseconds: 100), .call(.append(from: at * 16, count: 1600))]
      }
    }
    switch entry.stage {
    case .stt:
      guard entry.wireProtocol.transport == .webSocket || entry.engine != nil else {
        // A service that is sent whole utterances needs no long one.
        return [
          [.call(.open)] + sound(1000, 200) + [.call(.speechStarted)] + sound(1200, 200)
            + [.call(.finalize), .wait(milliseconds: 1500), .call(.close), .wait(milliseconds: 500)]
        ]
      }
      let utterance =
        sound(0, 1100) + [.call(.speechStarted)] + sound(1100, 1500) + [.call(.finalize)] + sound(2600, 800)
      return [
        [.call(.open)] + utterance + [.call(.close), .wait(milliseconds: 1500)],
        [.call(.open), .wait(milliseconds: 6000)] + sound(0, 1400) + [.call(.speechStarted)]
          + sound(1400, 400)
          + [
            .call(.speechIgnored), .call(.finalize), .wait(milliseconds: 800), .call(.close),
            .wait(milliseconds: 500),
          ],
      ]
    case .llm:
      return [
        [.call(.open), .call(.request(0, "Why is the sky blue?")), .wait(milliseconds: 4000)],
        [
          .call(.open), .call(.request(0, "Say “é😀\\n”.")), .wait(milliseconds: 900),
          .call(.request(1, "And then?")),
          .wait(milliseconds: 300), .call(.cancel(0)), .wait(milliseconds: 3000), .call(.close),
        ],
      ]
    case .tts:
      return [
        [
          .call(.open), .call(.speak(0, "Hello there.")), .wait(milliseconds: 900),
          .call(.speak(1, "Jupiter has moons.")),
          .wait(milliseconds: 1500), .call(.close), .wait(milliseconds: 500),
        ],
        [
          .call(.open), .call(.speak(0, "It goes on & on <é>.")), .call(.speak(1, "Second.")),
          .wait(milliseconds: 400), .call(.clear),
          .call(.speak(2, "Again.")), .wait(milliseconds: 1200), .call(.close), .wait(milliseconds: 500),
        ],
      ]
    case .s2s:
      return [
        [.call(.open)] + sound(0, 4000) + [.wait(milliseconds: 600), .call(.truncate(0, milliseconds: 200))]
          + sound(0, 1400)
          + [.call(.close), .wait(milliseconds: 500)]
      ]
    }
  }

  /// What an engine answers; engines have no emulator but one.
  private static func engineLines(_ stage: Stage) -> [FuzzStep] {
    let replies: [EngineReply] =
      switch stage {
      case .stt:
        [
          .ready(sampleRate: nil), .speechStarted, .partial("tell me"), .final("tell me more", answers: 0),
          .endOfTurn, .error(nil, "over"), .closed,
        ]
      case .llm, .s2s:
        [.ready(sampleRate: nil), .token(0, "Hi"), .done(0, nil), .error(0, "no"), .closed]
      case .tts:
        [
          .ready(sampleRate: 16_000), .audio(0, [1, 2, 3, 4]), .done(0, nil), .audio(1, [1, 2]),
          .error(1, "no"), .unknown, .closed,
        ]
      }
    return [.arrives(.opened(.init(status: 101, headers: [], setup: .reused)), on: 0)]
      + replies.map { .arrives(.message(.text($0.line)), on: 0) }
      + [.arrives(.closed(code: 1000, reason: ""), on: 0)]
  }
}
