import LabRecord
import LabStatistics
import LabTimeline
import Testing

@testable import LabCost

@Suite("Projections of cost")
struct CostProjectionTests {
  /// A conversation of five minutes: ten turns, of which each has 6 s of reply in 90 characters and 30 tokens, 12 s of
  /// caller, and a prompt of 500 tokens that grows by 50.
  static func session(scale: Double = 1, turns: Int = 10) -> ObservedSession {
    let parts = (0..<turns).map { index in
      InvoiceTests.usage {
        $0.sttSeconds = 30
        $0.ttsSeconds = 6 * scale
        $0.ttsCharacters = Int(90 * scale)
        $0.llmInputTokens = 500 + 50 * index
        $0.llmOutputTokens = Int(30 * scale)
        $0.llmRequests = 1
      }
    }
    let rest = InvoiceTests.usage { $0.sttConnectionSeconds = 30 * Double(turns) }
    return ObservedSession(
      usage: SessionUsage(
        parts: parts.map { MeterReadings($0) } + [MeterReadings(rest, seconds: 30 * Double(turns))]),
      callerSeconds: 12 * Double(turns))
  }

  static func projection(
    _ sessions: [ObservedSession] = [session()], _ change: (inout ConversationShape) -> Void = { _ in }
  ) throws -> CostProjection {
    var shape = ConversationShape()
    change(&shape)
    return try CostProjection(sessions, shape: shape, generator: SeededGenerator(seed: 1))
  }

  static func prices(_ ids: String...) throws -> [(ProviderPrice, ProviderPrice.Tier?)] {
    try ids.map { (try #require(PriceBook.shipped.price(of: $0)), nil) }
  }

  @Test("of an unchanged shape are what was measured, to the last digit")
  func unchanged() throws {
    let prices = try Self.prices("deepgram/nova-3", "openai/gpt-4o-mini", "deepgram/aura-2")
    let projection = try Self.projection()
    let result = try #require(projection.result(prices))
    let measured = prices.reduce(Dollars.zero) { $0 + $1.0.amount(of: Self.session().usage) }
    #expect(result.perSession.usd == measured)
    // 300 s × 0.0048 ÷ 60 + 7,250 × 0.15 + 300 × 0.60 per million + 900 × 0.03 per thousand
    #expect(measured == Dollars(decimal: "0.0522675"))
    #expect(result.perHour.usd == Dollars(decimal: "0.62721"))
    #expect(result.perTurn?.usd == Dollars(decimal: "0.00522675"))
    #expect(result.perMonth == nil)
    #expect(projection.expectedTurns == 10)
    #expect(projection.expectedTalkShare == 0.2)
  }

  /// A speech-to-speech conversation of a minute: three turns, each with 5 s of caller (50 tokens) and 4 s of agent (80),
  /// 100 tokens of instructions, and everything before again with every reply.
  static func voices() -> ObservedSession {
    let parts = (0..<3).map { index in
      InvoiceTests.usage {
        $0.sttSeconds = 5
        $0.ttsSeconds = 4
        $0.llmAudioInputTokens = 50 + 130 * index
        $0.llmAudioCachedTokens = 65 * index
        $0.llmInputTokens = 100 + 50 + 130 * index
        $0.llmCachedTokens = 65 * index
        $0.llmAudioOutputTokens = 80
        $0.llmOutputTokens = 100
        $0.llmRequests = 1
      }
    }
    return ObservedSession(
      usage: SessionUsage(
        parts: parts.map { MeterReadings($0) } + [MeterReadings(InvoiceTests.usage { _ in }, seconds: 60)]),
      callerSeconds: 15)
  }

  @Test("price the audio tokens of a service that hears and speaks, and the writing down")
  func speechToSpeechCell() throws {
    let projection = try Self.projection([Self.voices()])
    let prices = try Self.prices("openai/gpt-realtime", "openai/gpt-4o-mini-transcribe")
    let result = try #require(projection.result(prices))
    // Audio read: 50 + 180 + 310 = 540, of which 195 cached; text read 300, text written 60, audio spoken 240.
    // 345 × 32 + 195 × 0.40 + 300 × 4 + 60 × 16 + 240 × 64 per million = 0.028638; 15 s × 0.003 ÷ 60 = 0.00075.
    #expect(result.perSession.usd == Dollars(decimal: "0.029388"))
    #expect(result.perHour.usd == Dollars(decimal: "1.76328"))
    let measured = prices.reduce(Dollars.zero) { $0 + $1.0.amount(of: Self.voices().usage) }
    #expect(result.perSession.usd == measured)
  }

  @Test("let the audio that is read again grow with the turns, up to the limit of the history")
  func speechToSpeechGrowth() throws {
    let projection = try Self.projection([Self.voices()]) { $0.sessionMinutes = 2 }
    let result = try #require(projection.result(try Self.prices("openai/gpt-realtime")))
    // Six turns: 6 × 50 + 130 × 15 = 2,250 tokens of audio, of which 195 in 540 cached, 600 of text, 480 spoken.
    #expect(projection.expectedSession.readings[.audioInputTokens] == 1438)
    #expect(projection.expectedSession.readings[.audioCachedTokens] == 813)
    #expect(projection.expectedSession.readings[.audioOutputTokens] == 480)
    // 1,438 × 32 + 813 × 0.40 + 600 × 4 + 120 × 16 + 480 × 64 per million
    #expect(result.perSession.usd == Dollars(decimal: "0.0813812"))
    let day = try Self.projection([Self.voices()]) { $0.sessionMinutes = 1440 }
    let price = try #require(try Self.prices("openai/gpt-realtime").first)
    let least = try #require(day.result([price])).perSession.usd.approximation
    // 4,320 turns with at most 28,224 tokens each.
    #expect(least < 4320 * 28_224 * 32e-6)
    #expect(least > 1)
  }

  @Test("follow the talk share: twice the speech is twice the characters and twice the tokens of replies")
  func talkShare() throws {
    let session = try Self.projection { $0.talkShare = 0.4 }.expectedSession
    #expect(session.readings[.spokenSeconds] == 120_000_000)
    #expect(session.readings[.spokenCharacters] == 1800)
    #expect(session.readings[.outputTokens] == 600)
    // Each reply is 30 tokens longer, so prompts grow by 80 and not by 50: 10 × 500 + 45 × 80
    #expect(session.readings[.inputTokens] == 8600)
    #expect(session.readings[.speechToTextSeconds] == 300_000_000)
  }

  @Test("follow turns per minute and session length")
  func turns() throws {
    let session = try Self.projection {
      $0.turnsPerMinute = 4
      $0.sessionMinutes = 10
    }.expectedSession
    #expect(session.turns == 40)
    #expect(session.readings[.sessionSeconds] == 600_000_000)
    #expect(session.readings[.connectionSeconds] == 600_000_000)
    #expect(session.readings[.spokenCharacters] == 3600)
    // 40 × 500 + 50 × (0 + 1 + … + 39)
    #expect(session.readings[.inputTokens] == 59_000)
  }

  @Test("let prompts grow up to the context window and no further")
  func contextLimit() throws {
    let session = try Self.projection {
      $0.sessionMinutes = 50
      $0.contextLimit = 1000
    }.expectedSession
    // 500, 550, … 950 in ten turns, then ninety times 1,000
    #expect(session.readings[.inputTokens] == 7250 + 90_000)
    for count in [0.5, 1, 3.25, 10, 17.5, 40] {
      var exact = 0.0
      for k in 0..<40 {
        let share: Double = min(1, max(0, count - Double(k)))
        exact += share * min(1000, 500 + 70 * Double(k))
      }
      let sum = SessionExpectation.sum(first: 500, growth: 70, limit: 1000, count: count)
      #expect(abs(sum - exact) < 1e-6, "\(count)")
    }
  }

  @Test("take a share of the tokens from the cache when told so")
  func cache() throws {
    let session = try Self.projection { $0.cachedShare = 0.8 }.expectedSession
    #expect(session.readings[.inputTokens] == 1450)
    #expect(session.readings[.cachedTokens] == 5800)
  }

  @Test("round every request by itself, as many as there are turns")
  func requests() throws {
    let price = try #require(PriceBook.shipped.price(of: "groq/whisper-large-v3"))
    let turns = (0..<10).map { _ in MeterReadings(InvoiceTests.audio(4)) }
    let sessions = [
      ObservedSession(
        usage: SessionUsage(parts: turns + [MeterReadings(Usage(), seconds: 300)]), callerSeconds: 40)
    ]
    // Ten times the minimum of 10 s × 0.111 ÷ 3600
    let result = try Self.projection(sessions).result([(price, nil)])
    #expect(result?.perSession.usd == price.amount(of: sessions[0].usage))
    #expect(result?.perSession.usd == Dollars(decimal: "0.003083333"))
    // Utterances that are sent by themselves come with the turns.
    let twice = try Self.projection(sessions) { $0.turnsPerMinute = 4 }.expectedSession
    #expect(twice.readings[.speechToTextSeconds] == 80_000_000)
  }

  @Test("multiply to a month, at volume prices and with plans")
  func month() throws {
    let voice = try #require(PriceBook.shipped.price(of: "cartesia/sonic-3"))
    let projection = try Self.projection { $0.hoursPerMonth = 100 }
    // 12 sessions an hour × 900 characters × 100 h = 1,080,000 characters × 50 per million
    let list = try #require(projection.result([(voice, nil)]))
    #expect(list.perMonth?.usd == Dollars(decimal: "54"))
    #expect(list.perHour.usd == Dollars(decimal: "0.54"))
    // The plan includes 1,250,000: its fee is all that there is to pay, 49 ÷ 100 h.
    let startup = try #require(projection.result([(voice, voice.tier("startup"))]))
    #expect(startup.perMonth?.usd == Dollars(decimal: "49"))
    #expect(startup.perHour.usd == Dollars(decimal: "0.49"))
    // The small plan includes 100,000, and nobody says what more would cost.
    #expect(projection.result([(voice, voice.tier("pro"))]) == nil)
    let ear = try #require(PriceBook.shipped.price(of: "deepgram/nova-3"))
    let growth = try #require(projection.result([(ear, ear.tier("growth"))]))
    #expect(growth.perMonth?.usd == Dollars(decimal: "25.2"))
  }

  @Test("have intervals from the spread of conversations, none from fewer than five")
  func intervals() throws {
    let prices = try Self.prices("deepgram/aura-2")
    #expect(
      try Self.projection(Array(repeating: Self.session(), count: 4)).result(prices)?.perHour.interval == nil)
    let equal = try #require(
      try Self.projection(Array(repeating: Self.session(), count: 6)).result(prices)?.perHour)
    let width = try #require(equal.interval)
    #expect(abs(width.upper - width.lower) < 1e-9)
    let spread = try #require(
      try Self.projection((1...12).map { Self.session(scale: Double($0) / 6) }).result(prices)?.perHour)
    let interval = try #require(spread.interval)
    #expect(interval.lower < spread.usd.approximation && spread.usd.approximation < interval.upper)
    // Of the mean of 1…12 sixths, roughly two standard errors to each side.
    #expect((0.3...0.8).contains((interval.upper - interval.lower) / spread.usd.approximation))
    #expect(
      try Self.projection((1...12).map { Self.session(scale: Double($0) / 6) }).result(prices)?.perHour
        == spread)
  }

  @Test("refuse what cannot be projected from")
  func refusals() throws {
    #expect(throws: CostError.self) { _ = try Self.projection([]) }
    let silent = ObservedSession(
      usage: SessionUsage(parts: [MeterReadings(Usage()), MeterReadings(Usage(), seconds: 60)]),
      callerSeconds: 0)
    _ = try Self.projection([silent])
    #expect(throws: CostError.self) { _ = try Self.projection([silent]) { $0.talkShare = 0.4 } }
  }

  @Test("compare with speech to speech, whose replies are billed for the whole conversation")
  func speechToSpeech() throws {
    let price = try #require(PriceBook.shipped.price(of: "openai/gpt-realtime"))
    let model = try #require(price.speechToSpeech)
    // The example of the price book: 5 min, half caller and half agent, 20 turns. New: 1,500 in and 3,000 out. Read
    // again: 225 tokens a turn, 0 + 1 + … + 19 times.
    let session = SpeechToSpeechSession(
      model: model, instructions: 0, turns: 20, callerSeconds: 7.5, agentSeconds: 7.5)
    let full = session.readings(cache: .full)
    #expect(full[.audioInputTokens] == 1500)
    #expect(full[.audioOutputTokens] == 3000)
    #expect(full[.audioCachedTokens] == 42_750)
    #expect(price.amount(of: SessionUsage(parts: [full])) == Dollars(decimal: "0.2571"))
    let none = session.readings(cache: .none)
    #expect(price.amount(of: SessionUsage(parts: [none])) == Dollars(decimal: "1.608"))
  }

  @Test("of speech to speech cost more an hour the longer a session is, up to the limit of the history")
  func growth() throws {
    let price = try #require(PriceBook.shipped.price(of: "openai/gpt-realtime"))
    func hour(_ minutes: Double, isCached: Bool) throws -> Double {
      let projection = try Self.projection { $0.sessionMinutes = minutes }
      return try #require(projection.speechToSpeech(price, isCached: isCached)).perHour.usd.approximation
    }
    let uncached = try [5, 10, 20, 40].map { try hour($0, isCached: false) }
    #expect(uncached == uncached.sorted() && uncached[3] > 2 * uncached[0])
    #expect(try hour(10, isCached: true) < hour(10, isCached: false))
    // Far beyond the limit every turn reads as much as the one before.
    let (late, later) = (try hour(1000, isCached: false), try hour(2000, isCached: false))
    #expect(later / late < 1.15)
  }

  @Test("of agents by the minute have the price of their minutes, whatever is said")
  func agents() throws {
    let price = try #require(PriceBook.shipped.price(of: "deepgram/voice-agent"))
    let result = try #require(try Self.projection().speechToSpeech(price, isCached: true))
    #expect(result.perHour.usd == Dollars(decimal: "4.5"))
    let unknown = try #require(PriceBook.shipped.price(of: "amazon/nova-2-sonic"))
    #expect(try Self.projection().speechToSpeech(unknown, isCached: true) == nil)
  }
}
