import LabProviders
import LabStatistics
import LabTimeline

extension EmulatedVendor {
  static let template = EmulatedVendor(
    client: .template, routes: TemplateEmulation.routes, profiles: TemplateEmulation.profiles,
    sources: ["*": .assumed])
}

/// The template engine in virtual time: the same words as in real time, at instants that its profile draws.
enum TemplateEmulation {
  static let provider = "template/reply"

  static let routes = [
    EmulatedRoute(.engine, provider) { call in
      call.profiles.languageModels[provider].map { profile in
        call.answer(provider) {
          EmulatedTemplate(opening: call.request.body, profile: profile, generator: $0)
        }
      }
    }
  ]

  /// What the engine took in the live run of Documentation/local-engines.md: the median of 118 requests.
  /// Between tokens lie microseconds; how many is our assumption.
  static let profiles = EmulationProfiles(
    languageModels: [
      provider: LanguageModelProfile(
        firstToken: .lognormal(median: .microseconds(670), sigma: 0.2),
        tokenInterval: .fixed(.microseconds(15)))
    ])
}

/// One conversation's session with the template engine in virtual time, spoken in lines.
struct EmulatedTemplate: EmulatedExchange {
  private let profile: LanguageModelProfile
  private let generator: SeededGenerator
  private var outbox = Outbox(timer: ServerTimer(0))
  private let template: TemplateReply

  /// - Parameter opening: The line that opens the session.
  init(opening: [UInt8], profile: LanguageModelProfile, generator: SeededGenerator) {
    self.profile = profile
    self.generator = generator
    let command = try? EngineCommand(line: String(decoding: opening, as: UTF8.self))
    guard case .open(let opening)? = command else {
      template = TemplateReply(language: "en")
      return
    }
    template = TemplateReply(language: opening.primaryLanguage)
  }

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    switch input {
    case .opened:
      actions.append(.accept(headers: []))
      send(.ready(sampleRate: nil), received: nil, due: now, at: now, into: &actions)
    case .message(.text(let line)): hear(line, at: now, into: &actions)
    case .message(.binary): break
    case .timer: outbox.timerFired(at: now, into: &actions)
    case .closed: outbox.clear()
    }
  }

  private mutating func hear(_ line: String, at now: LabInstant, into actions: inout [ServerAction]) {
    guard let command = try? EngineCommand(line: line) else {
      let complaint = EngineReply.error(nil, "a line that is not a command")
      return send(complaint, received: now, due: now, at: now, into: &actions)
    }
    // What is on its way to a request that was cancelled is dropped by its id.
    guard case .request(let id, let messages) = command else { return }
    // By the request, so that arms of a comparison stay in step when one of them asks more often.
    var draws = generator.derived(name: "\(id)")
    var due = now + profile.firstToken.draw(using: &draws)
    let tokens = words(for: messages)
    for (index, token) in tokens.enumerated() {
      if index > 0 { due = due + profile.tokenInterval.draw(using: &draws) }
      send(.token(id, token), received: now, due: due, at: now, into: &actions)
    }
    let usage = template.usage(of: tokens.count, to: messages)
    send(.done(id, usage), received: now, due: due, at: now, into: &actions)
  }

  /// The template's words, or those that the plan puts in their place.
  private func words(for messages: [ChatMessage]) -> [String] {
    guard let reply = profile.reply else { return template.tokens(to: messages) }
    return reply.split(separator: " ").enumerated().map { $0 == 0 ? String($1) : " " + $1 }
  }

  private mutating func send(
    _ reply: EngineReply, received: LabInstant?, due: LabInstant, at now: LabInstant,
    into actions: inout [ServerAction]
  ) {
    outbox.add(.send(.text(reply.line), received: received), due: due, at: now, into: &actions)
  }
}
