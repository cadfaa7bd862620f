import LabRecord
import LabTimeline
import Testing

@testable import LabCost

/// Invoices worked by hand from the billing rules: what a session used, and what it costs.
@Suite("Invoices")
struct InvoiceTests {
  /// A line of the table: one provider, one session, and the sum that pencil and paper give.
  struct Invoice: Sendable, CustomTestStringConvertible {
    let provider: String
    /// Turn by turn, and last what belongs to no turn.
    let parts: [Usage]
    var seconds = 0.0
    /// US dollars, all digits.
    let usd: String

    var testDescription: String { "\(provider): \(usd)" }
    var session: SessionUsage {
      SessionUsage(
        parts: parts.dropLast().map { MeterReadings($0) }
          + parts.suffix(1).map { MeterReadings($0, seconds: seconds) })
    }
  }

  static func audio(_ seconds: Double) -> Usage { usage { $0.sttSeconds = seconds } }
  static func connection(_ seconds: Double) -> Usage { usage { $0.sttConnectionSeconds = seconds } }
  static func characters(_ count: Int) -> Usage { usage { $0.ttsCharacters = count } }
  static func speech(_ seconds: Double) -> Usage { usage { $0.ttsSeconds = seconds } }
  static func tokens(_ input: Int, _ cached: Int, _ output: Int) -> Usage {
    usage {
      $0.llmInputTokens = input
      $0.llmCachedTokens = cached
      $0.llmOutputTokens = output
    }
  }

  static func usage(_ change: (inout Usage) -> Void) -> Usage {
    var usage = Usage()
    change(&usage)
    return usage
  }

  static let transcription: [Invoice] = [
    // Open for 90 min = 1.5 h × 0.15, however little was said.
    Invoice(provider: "assemblyai/universal-streaming", parts: [audio(300), connection(5400)], usd: "0.225"),
    // 1234.5 s ÷ 3600 × 0.15 = 0.0514375: session time is not rounded.
    Invoice(provider: "assemblyai/universal-streaming", parts: [connection(1234.5)], usd: "0.0514375"),
    // 40 min ÷ 60 × 0.45
    Invoice(provider: "assemblyai/universal-3-pro", parts: [connection(2400)], usd: "0.3"),
    Invoice(provider: "assemblyai/whisper-streaming", parts: [connection(600)], usd: "0.05"),
    // 20.2 + 20.2 + 19.9 = 60.3 s on one connection → 61 s × 0.0048 ÷ 60 = 0.00488
    Invoice(provider: "deepgram/nova-3", parts: [audio(20.2), audio(20.2), audio(19.9)], usd: "0.00488"),
    // 1 h: 60 × 0.0048
    Invoice(provider: "deepgram/nova-3", parts: [audio(3600)], usd: "0.288"),
    Invoice(provider: "deepgram/nova-3-multilingual", parts: [audio(3600)], usd: "0.348"),
    // 0.4 s → 1 s × 0.0065 ÷ 60 = 0.000108333…
    Invoice(provider: "deepgram/flux", parts: [audio(0.4)], usd: "0.000108333"),
    Invoice(provider: "deepgram/flux", parts: [audio(3600)], usd: "0.39"),
    Invoice(provider: "deepgram/flux-multilingual", parts: [audio(3600)], usd: "0.468"),
    // Three requests of 3.4, 3.5 and 0.6 s → 3 + 4 + 1 = 8 s × 0.0001
    Invoice(
      provider: "openai/whisper-1", parts: [audio(3.4), audio(3.5), audio(0.6), Usage()], usd: "0.0008"),
    // 0.4 s rounds to nothing.
    Invoice(provider: "openai/whisper-1", parts: [audio(0.4)], usd: "0"),
    // 10 min × 0.006
    Invoice(provider: "openai/gpt-4o-transcribe", parts: [audio(300), audio(300)], usd: "0.06"),
    Invoice(provider: "openai/gpt-4o-transcribe-realtime", parts: [audio(90)], usd: "0.009"),
    Invoice(provider: "openai/gpt-4o-mini-transcribe", parts: [audio(90)], usd: "0.0045"),
    Invoice(provider: "openai/gpt-transcribe", parts: [audio(600)], usd: "0.045"),
    Invoice(provider: "openai/gpt-realtime-whisper", parts: [audio(600)], usd: "0.17"),
    // 20 min × 0.39 ÷ 60
    Invoice(provider: "elevenlabs/scribe-v2-realtime", parts: [audio(1200)], usd: "0.13"),
    Invoice(provider: "elevenlabs/scribe-v2", parts: [audio(1800)], usd: "0.11"),
    // 100 s × 3 credits × 5 ÷ 100,000
    Invoice(provider: "cartesia/ink-2", parts: [connection(100)], usd: "0.015"),
    Invoice(provider: "cartesia/ink-whisper", parts: [connection(100)], usd: "0.005"),
    // Requests of 2, 12 and 30 s → 10 + 12 + 30 = 52 s × 0.111 ÷ 3600 = 0.00160333…
    Invoice(
      provider: "groq/whisper-large-v3", parts: [audio(2), audio(12), audio(30), Usage()],
      usd: "0.001603333"),
    // Ten requests of 1 s → 100 s × 0.04 ÷ 3600 = 0.00111…
    Invoice(
      provider: "groq/whisper-large-v3-turbo", parts: Array(repeating: audio(1), count: 10) + [Usage()],
      usd: "0.001111111"),
    Invoice(provider: "soniox/stt-rt-v5", parts: [audio(1800)], usd: "0.06"),
  ]

  static let models: [Invoice] = [
    // 1,000,000 read, 400,000 of them cached, 100,000 written: 600,000 × 2.50 + 400,000 × 1.25 + 100,000 × 10
    Invoice(provider: "openai/gpt-4o", parts: [tokens(1_000_000, 400_000, 100_000)], usd: "3"),
    // 1,234 × 0.15 + 567 × 0.60, each ÷ 1,000,000: 0.0001851 + 0.0003402
    Invoice(provider: "openai/gpt-4o-mini", parts: [tokens(1234, 0, 567)], usd: "0.0005253"),
    // One cached token at 0.005 a million is 5 billionths.
    Invoice(provider: "openai/gpt-5-nano", parts: [tokens(1, 1, 0)], usd: "0.000000005"),
    // 5,000 × 0.75 + 3,000 × 0.075 + 2,000 × 4.50
    Invoice(
      provider: "openai/gpt-5.4-mini-responses", parts: [tokens(4000, 1500, 1000), tokens(4000, 1500, 1000)],
      usd: "0.012975"),
    Invoice(provider: "anthropic/claude-haiku-4-5", parts: [tokens(20_000, 10_000, 3000)], usd: "0.026"),
    // 10,000 × 3 + 10,000 × 0.30 + 3,000 × 15
    Invoice(provider: "anthropic/claude-sonnet-4-6", parts: [tokens(20_000, 10_000, 3000)], usd: "0.078"),
    Invoice(provider: "google/gemini-2.5-flash", parts: [tokens(100_000, 50_000, 10_000)], usd: "0.0415"),
    // Half a million × 0.75, a quarter × 0.075, 80,000 × 3.75
    Invoice(
      provider: "google/gemini-3.6-flash", parts: [tokens(750_000, 250_000, 80_000)], usd: "0.69375"),
    // Without a price of their own, cached tokens cost what others do: 2,000 × 0.59 + 500 × 0.79
    Invoice(provider: "groq/llama-3.3-70b-versatile", parts: [tokens(2000, 500, 500)], usd: "0.001575"),
    // 1,500 × 0.15 + 500 × 0.075 + 500 × 0.60
    Invoice(provider: "groq/gpt-oss-120b", parts: [tokens(2000, 500, 500)], usd: "0.0005625"),
  ]

  static let synthesis: [Invoice] = [
    // 12,345 characters × 0.030 ÷ 1,000
    Invoice(provider: "deepgram/aura-2", parts: [characters(12_000), characters(345)], usd: "0.37035"),
    Invoice(provider: "deepgram/aura-2-http", parts: [characters(1)], usd: "0.00003"),
    Invoice(provider: "openai/tts-1", parts: [characters(12_345)], usd: "0.185175"),
    Invoice(provider: "openai/tts-1-hd", parts: [characters(12_345)], usd: "0.37035"),
    // 4 min × 0.015
    Invoice(provider: "openai/gpt-4o-mini-tts", parts: [characters(9999), speech(240)], usd: "0.06"),
    Invoice(provider: "elevenlabs/flash-v2.5", parts: [characters(12_345)], usd: "0.61725"),
    Invoice(provider: "elevenlabs/turbo-v2.5", parts: [characters(1000)], usd: "0.05"),
    Invoice(provider: "elevenlabs/multilingual-v2", parts: [characters(1000)], usd: "0.1"),
    // 20,000 credits × 5 ÷ 100,000
    Invoice(provider: "cartesia/sonic-3", parts: [characters(20_000)], usd: "1"),
  ]

  static let speechToSpeech: [Invoice] = [
    // 5 min of caller and of agent, nothing read again: 3,000 × 32 + 6,000 × 64 = 0.096 + 0.384
    Invoice(
      provider: "openai/gpt-realtime",
      parts: [
        usage {
          $0.llmInputTokens = 3000
          $0.llmAudioInputTokens = 3000
          $0.llmOutputTokens = 6000
          $0.llmAudioOutputTokens = 6000
        }
      ], usd: "0.48"),
    // 10,000 read: 8,000 of audio, of which 7,000 cached, and 2,000 of text, of which 1,500 cached; 400 of audio and
    // 60 of text written: 1,000 × 32 + 7,000 × 0.40 + 500 × 4 + 1,500 × 0.40 + 400 × 64 + 60 × 16
    Invoice(
      provider: "openai/gpt-realtime",
      parts: [
        usage {
          $0.llmInputTokens = 10_000
          $0.llmAudioInputTokens = 8000
          $0.llmCachedTokens = 8500
          $0.llmAudioCachedTokens = 7000
          $0.llmOutputTokens = 460
          $0.llmAudioOutputTokens = 400
        }
      ], usd: "0.06396"),
    Invoice(
      provider: "openai/gpt-realtime-mini",
      parts: [
        usage {
          $0.llmInputTokens = 600
          $0.llmAudioInputTokens = 600
          $0.llmOutputTokens = 1200
          $0.llmAudioOutputTokens = 1200
        }
      ], usd: "0.03"),
    // 3 min sent × 0.005 + 2 min spoken × 0.018
    Invoice(
      provider: "google/gemini-2.5-flash-live",
      parts: [
        usage {
          $0.sttSeconds = 180
          $0.ttsSeconds = 120
        }
      ], usd: "0.051"),
    // 90.1 s → 91 s × 0.05 ÷ 60 = 0.0758333…
    Invoice(provider: "openai/gpt-live-1", parts: [Usage()], seconds: 90.1, usd: "0.075833333"),
    Invoice(provider: "ultravox/ultravox", parts: [Usage()], seconds: 600, usd: "0.5"),
    Invoice(provider: "assemblyai/voice-agent", parts: [Usage()], seconds: 5400, usd: "6.75"),
    Invoice(provider: "deepgram/voice-agent", parts: [Usage()], seconds: 600, usd: "0.75"),
    Invoice(provider: "elevenlabs/agents", parts: [Usage()], seconds: 600, usd: "0.8"),
    Invoice(provider: "local/espeak-ng", parts: [characters(1000)], usd: "0"),
  ]

  @Test(
    "are what pencil and paper make of them, to the last digit",
    arguments: transcription + models + synthesis + speechToSpeech)
  func worked(_ invoice: Invoice) throws {
    let price = try #require(PriceBook.shipped.price(of: invoice.provider))
    #expect(price.amount(of: invoice.session) == Dollars(decimal: invoice.usd))
    let lines = price.lines(for: invoice.session)
    #expect(lines.reduce(Dollars.zero) { $0 + $1.amount } == price.amount(of: invoice.session))
  }

  @Test("say what was used and what is billed of it")
  func lines() throws {
    let price = try #require(PriceBook.shipped.price(of: "groq/whisper-large-v3"))
    let line = try #require(
      price.lines(for: SessionUsage(parts: [MeterReadings(Self.audio(2)), MeterReadings(Self.audio(12))]))
        .first)
    #expect((line.used, line.billed) == (14_000_000, 22_000_000))
  }

  @Test("bill nothing where nothing was used, minimum or not")
  func nothing() {
    let session = SessionUsage(parts: [MeterReadings(Usage())])
    for price in PriceBook.shipped.prices { #expect(price.amount(of: session) == .zero) }
  }

  @Test("follow the tier: volume prices, and plans with an included quantity")
  func tiers() throws {
    let price = try #require(PriceBook.shipped.price(of: "deepgram/nova-3"))
    let growth = try #require(price.tier("growth")?.charges)
    #expect(growth[0].amount(3_600_000_000) == Dollars(decimal: "0.252"))
    let plan = try #require(PriceBook.shipped.price(of: "cartesia/sonic")?.tier("startup"))
    #expect(plan.monthly == Dollars(decimal: "49"))
    #expect(plan.included == 1_250_000)
    #expect(plan.charges == nil)
  }

  @Test("round each connection and each request by themselves")
  func rounding() {
    let second = Int64(1_000_000)
    let up = Charge.Counting(each: .connection, step: second)
    #expect([0, 1, second, second + 1].map(up.billed) == [0, second, second, 2 * second])
    let nearest = Charge.Counting(each: .request, step: second, rounded: .nearest)
    #expect([499_999, 500_000, 1_499_999].map { nearest.billed($0) } == [0, second, second])
    let minimum = Charge.Counting(each: .request, minimum: 10 * second)
    #expect([0, 1, 11 * second].map(minimum.billed) == [0, 10 * second, 11 * second])
    let minute = Charge.Counting(each: .connection, step: 60 * second)
    #expect(minute.billed(61 * second) == 120 * second)
    #expect(up.billed(.max) > 0)
  }
}
