import LabRecord
import LabTimeline
import Testing

@testable import LabCost

/// Invoices for the prices of the book that the other tables leave out: of every model 12,000 tokens read, 4,000 of them
/// cached, and 1,500 written.
extension InvoiceTests {
  static let otherModels: [Invoice] = [
    // 8,000 × 2.00 + 4,000 × 0.50 + 1,500 × 8.00
    Invoice(provider: "openai/gpt-4.1", parts: [tokens(12_000, 4000, 1500)], usd: "0.03"),
    // 8,000 × 0.40 + 4,000 × 0.10 + 1,500 × 1.60
    Invoice(provider: "openai/gpt-4.1-mini", parts: [tokens(12_000, 4000, 1500)], usd: "0.006"),
    // 8,000 × 0.10 + 4,000 × 0.025 + 1,500 × 0.40
    Invoice(provider: "openai/gpt-4.1-nano", parts: [tokens(12_000, 4000, 1500)], usd: "0.0015"),
    // 8,000 × 1.25 + 4,000 × 0.125 + 1,500 × 10.00
    Invoice(provider: "openai/gpt-5", parts: [tokens(12_000, 4000, 1500)], usd: "0.0255"),
    // 8,000 × 0.25 + 4,000 × 0.025 + 1,500 × 2.00
    Invoice(provider: "openai/gpt-5-mini", parts: [tokens(12_000, 4000, 1500)], usd: "0.0051"),
    // 8,000 × 1.25 + 4,000 × 0.125 + 1,500 × 10.00
    Invoice(provider: "openai/gpt-5.1", parts: [tokens(12_000, 4000, 1500)], usd: "0.0255"),
    // 8,000 × 1.75 + 4,000 × 0.175 + 1,500 × 14.00
    Invoice(provider: "openai/gpt-5.2", parts: [tokens(12_000, 4000, 1500)], usd: "0.0357"),
    // 8,000 × 2.50 + 4,000 × 0.25 + 1,500 × 15.00
    Invoice(provider: "openai/gpt-5.4", parts: [tokens(12_000, 4000, 1500)], usd: "0.0435"),
    // 8,000 × 0.20 + 4,000 × 0.02 + 1,500 × 1.25
    Invoice(provider: "openai/gpt-5.4-nano", parts: [tokens(12_000, 4000, 1500)], usd: "0.003555"),
    // 8,000 × 5.00 + 4,000 × 0.50 + 1,500 × 30.00
    Invoice(provider: "openai/gpt-5.5", parts: [tokens(12_000, 4000, 1500)], usd: "0.087"),
    // 8,000 × 5.00 + 4,000 × 0.50 + 1,500 × 30.00
    Invoice(provider: "openai/gpt-5.6-sol", parts: [tokens(12_000, 4000, 1500)], usd: "0.087"),
    // 8,000 × 2.00 + 4,000 × 0.20 + 1,500 × 12.00
    Invoice(provider: "openai/gpt-5.6-terra", parts: [tokens(12_000, 4000, 1500)], usd: "0.0348"),
    // 8,000 × 0.20 + 4,000 × 0.02 + 1,500 × 1.20
    Invoice(provider: "openai/gpt-5.6-luna", parts: [tokens(12_000, 4000, 1500)], usd: "0.00348"),
    // 8,000 × 2.00 + 4,000 × 0.20 + 1,500 × 10.00
    Invoice(provider: "openai/gpt-6-sol", parts: [tokens(12_000, 4000, 1500)], usd: "0.0318"),
    // 8,000 × 0.10 + 4,000 × 0.01 + 1,500 × 0.50
    Invoice(provider: "openai/gpt-6-luna", parts: [tokens(12_000, 4000, 1500)], usd: "0.00159"),
    // 8,000 × 2.00 + 4,000 × 0.10 + 1,500 × 10.00
    Invoice(provider: "openai/gpt-6.1-sol", parts: [tokens(12_000, 4000, 1500)], usd: "0.0314"),
    // 8,000 × 1.00 + 4,000 × 0.05 + 1,500 × 5.00
    Invoice(provider: "openai/gpt-6.1-terra", parts: [tokens(12_000, 4000, 1500)], usd: "0.0157"),
    // 8,000 × 3.00 + 4,000 × 0.30 + 1,500 × 15.00
    Invoice(provider: "anthropic/claude-sonnet-4-5", parts: [tokens(12_000, 4000, 1500)], usd: "0.0477"),
    // 8,000 × 2.00 + 4,000 × 0.20 + 1,500 × 10.00
    Invoice(provider: "anthropic/claude-sonnet-5", parts: [tokens(12_000, 4000, 1500)], usd: "0.0318"),
    // 8,000 × 2.00 + 4,000 × 0.10 + 1,500 × 10.00
    Invoice(provider: "anthropic/claude-sonnet-5-5", parts: [tokens(12_000, 4000, 1500)], usd: "0.0314"),
    // 8,000 × 0.10 + 4,000 × 0.01 + 1,500 × 0.50
    Invoice(provider: "anthropic/claude-haiku-5-5", parts: [tokens(12_000, 4000, 1500)], usd: "0.00159"),
    // 8,000 × 5.00 + 4,000 × 0.50 + 1,500 × 25.00
    Invoice(provider: "anthropic/claude-opus-4-5", parts: [tokens(12_000, 4000, 1500)], usd: "0.0795"),
    // 8,000 × 4.00 + 4,000 × 0.20 + 1,500 × 20.00
    Invoice(provider: "anthropic/claude-opus-5-5", parts: [tokens(12_000, 4000, 1500)], usd: "0.0628"),
    // 8,000 × 0.14 + 4,000 × 0.0028 + 1,500 × 0.28
    Invoice(
      provider: "deepseek/deepseek-v4-flash", parts: [tokens(12_000, 4000, 1500)], usd: "0.0015512"),
    // 8,000 × 0.435 + 4,000 × 0.003625 + 1,500 × 0.87
    Invoice(provider: "deepseek/deepseek-v4-pro", parts: [tokens(12_000, 4000, 1500)], usd: "0.0047995"),
    // 8,000 × 0.10 + 4,000 × 0.01 + 1,500 × 0.40
    Invoice(provider: "google/gemini-2.5-flash-lite", parts: [tokens(12_000, 4000, 1500)], usd: "0.00144"),
    // 8,000 × 1.25 + 4,000 × 0.125 + 1,500 × 10.00
    Invoice(provider: "google/gemini-2.5-pro", parts: [tokens(12_000, 4000, 1500)], usd: "0.0255"),
    // 8,000 × 1.50 + 4,000 × 0.15 + 1,500 × 9.00
    Invoice(provider: "google/gemini-3.5-flash", parts: [tokens(12_000, 4000, 1500)], usd: "0.0261"),
    // 8,000 × 0.05 + 4,000 × 0.05 + 1,500 × 0.08
    Invoice(provider: "groq/llama-3.1-8b-instant", parts: [tokens(12_000, 4000, 1500)], usd: "0.00072"),
    // 8,000 × 0.11 + 4,000 × 0.11 + 1,500 × 0.34
    Invoice(provider: "groq/llama-4-scout", parts: [tokens(12_000, 4000, 1500)], usd: "0.00183"),
    // 8,000 × 0.20 + 4,000 × 0.20 + 1,500 × 0.60
    Invoice(provider: "groq/llama-4-maverick", parts: [tokens(12_000, 4000, 1500)], usd: "0.0033"),
    // 8,000 × 0.075 + 4,000 × 0.0375 + 1,500 × 0.30
    Invoice(provider: "groq/gpt-oss-20b", parts: [tokens(12_000, 4000, 1500)], usd: "0.0012"),
    // 8,000 × 0.29 + 4,000 × 0.29 + 1,500 × 0.59
    Invoice(provider: "groq/qwen3-32b", parts: [tokens(12_000, 4000, 1500)], usd: "0.004365"),
  ]

  static let otherSpeech: [Invoice] = [
    // 12,345 characters × 0.015 ÷ 1,000
    Invoice(provider: "deepgram/aura-1", parts: [characters(12_345)], usd: "0.185175"),
    // 1,000 of text × 4 + 2,000 of audio × 32 + 500 of audio cached × 0.40 + 100 of text × 24 + 900 of audio × 64
    Invoice(provider: "openai/gpt-realtime-2", parts: [heard(text: 1000, audio: 2000)], usd: "0.1282"),
    // The same × 5, 40, 2.50, 20 and 80
    Invoice(
      provider: "openai/gpt-4o-realtime-preview", parts: [heard(text: 1000, audio: 2000)], usd: "0.16025"),
    // 3,000 of audio read × 3, 1,200 written × 12
    Invoice(
      provider: "amazon/nova-2-sonic",
      parts: [
        usage {
          $0.llmInputTokens = 3000
          $0.llmAudioInputTokens = 3000
          $0.llmOutputTokens = 1200
          $0.llmAudioOutputTokens = 1200
        }
      ], usd: "0.0234"),
  ]

  /// Tokens read apart from 500 cached ones of audio; 100 of text and 900 of audio written.
  private static func heard(text: Int, audio: Int) -> Usage {
    usage {
      $0.llmInputTokens = text + audio + 500
      $0.llmAudioInputTokens = audio + 500
      $0.llmCachedTokens = 500
      $0.llmAudioCachedTokens = 500
      $0.llmOutputTokens = 1000
      $0.llmAudioOutputTokens = 900
    }
  }

  @Test("of all other prices are worked to the last digit", arguments: otherModels + otherSpeech)
  func others(_ invoice: Invoice) throws {
    let price = try #require(PriceBook.shipped.price(of: invoice.provider))
    #expect(price.amount(of: invoice.session) == Dollars(decimal: invoice.usd))
  }

  @Test("are there for every price of the book")
  func complete() {
    let invoices =
      Self.transcription + Self.models + Self.synthesis + Self.speechToSpeech + Self.otherModels
      + Self.otherSpeech
    let worked = Set(invoices.map { PriceBook.shipped.price(of: $0.provider)?.providers })
    for price in PriceBook.shipped.prices {
      #expect(worked.contains(price.providers), "No invoice for \(price.providers).")
    }
  }
}
