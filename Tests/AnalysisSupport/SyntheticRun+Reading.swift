import Foundation
import LabAnalysis
import LabCost
import LabRecord
import LabTimeline

/// Runs a test with a file of the given bytes, and removes it afterwards.
func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
  let url = FileManager.default.temporaryDirectory.appending(path: "turnlab-\(UUID().uuidString).jsonl")
  try Data(bytes).write(to: url)
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url.path(percentEncoded: false))
}

/// The bytes of a record.
func bytes(_ lines: [RecordLine]) throws -> [UInt8] {
  try lines.flatMap { try RecordEncoding.line($0) }
}

extension SyntheticRun {
  /// Prices of the tests' own, round ones; the other model of the run has none.
  static let prices = PriceBook(
    asOf: "2026-11-21",
    prices: [
      ProviderPrice(
        providers: ["deepgram/nova-3"],
        charges: [
          Charge(
            .speechToTextSeconds, Dollars(nanodollars: 6_000_000), per: .minute,
            counting: .init(each: .connection, step: 1_000_000))
        ]),
      ProviderPrice(
        providers: ["openai/gpt-4.1"],
        charges: [
          Charge(.inputTokens, Dollars(nanodollars: 2_000_000_000), per: .million),
          Charge(.outputTokens, Dollars(nanodollars: 8_000_000_000), per: .million),
        ]),
      ProviderPrice(
        providers: ["cartesia/*"],
        charges: [Charge(.spokenCharacters, Dollars(nanodollars: 50_000_000), per: .thousand)],
        basis: .derived),
    ])

  /// The run, written to a file and read back.
  func analysis(
    instrument: InstrumentReading? = nil, environment: RunEnvironment? = nil
  ) throws -> RunAnalysis {
    try withFile(bytes(lines)) {
      try RunAnalysis.read(
        records: [$0], instrument: instrument, environment: environment, prices: Self.prices)
    }
  }
}
