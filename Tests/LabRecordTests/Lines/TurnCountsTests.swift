import Foundation
import LabRecord
import LabTimeline
import Testing

@Suite("Counts and usage of a turn")
struct TurnCountsTests {
  /// Every count with a value of its own.
  static var distinct: TurnCounts {
    var counts = TurnCounts()
    for (index, entry) in TurnCounts.all.enumerated() { counts[keyPath: entry.path] = index + 1 }
    return counts
  }

  @Test("lists every count of the type once, under a name of its own")
  func complete() {
    #expect(Mirror(reflecting: TurnCounts()).children.count == TurnCounts.all.count)
    #expect(Set(TurnCounts.all.map(\.name)).count == TurnCounts.all.count)
    let values = Mirror(reflecting: Self.distinct).children.compactMap { $0.value as? Int }
    #expect(values.sorted() == Array(1...TurnCounts.all.count))
  }

  @Test("names a count as its property, in snake case")
  func names() {
    let properties = Mirror(reflecting: TurnCounts()).children.compactMap(\.label)
    let snake = properties.map { label in
      label.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }
    #expect(Set(snake) == Set(TurnCounts.all.map(\.name)))
  }

  @Test("writes only what was seen, and reads what is absent as nothing seen")
  func coding() throws {
    var counts = TurnCounts()
    #expect(try String(bytes: JSONEncoder().encode(counts), encoding: .utf8) == "{}")
    counts.underruns = 2
    let data = try JSONEncoder().encode(counts)
    #expect(String(bytes: data, encoding: .utf8) == #"{"underruns":2}"#)
    #expect(try JSONDecoder().decode(TurnCounts.self, from: data) == counts)
    let all = try JSONEncoder().encode(Self.distinct)
    #expect(try JSONDecoder().decode(TurnCounts.self, from: all) == Self.distinct)
  }

  @Test("adds every count")
  func addition() {
    var sum = Self.distinct
    sum.add(Self.distinct)
    for (index, entry) in TurnCounts.all.enumerated() {
      #expect(sum[keyPath: entry.path] == 2 * (index + 1), "\(entry.name)")
    }
  }

  @Test("adds every quantity of usage and keeps it through JSON")
  func usage() throws {
    var usage = Usage()
    usage.sttSeconds = 1.5
    usage.sttConnectionSeconds = 2.25
    usage.ttsCharacters = 3
    usage.llmInputTokens = 4
    usage.llmCachedTokens = 5
    usage.llmOutputTokens = 6
    usage.llmRequests = 7
    usage.ttsSeconds = 0.5
    usage.llmAudioInputTokens = 8
    usage.llmAudioCachedTokens = 9
    usage.llmAudioOutputTokens = 10
    usage.llmEstimatedRequests = 11
    let data = try JSONEncoder().encode(usage)
    let names = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any]).keys.sorted()
    #expect(
      names == [
        "llm_audio_cached_tokens", "llm_audio_input_tokens", "llm_audio_output_tokens", "llm_cached_tokens",
        "llm_estimated_requests", "llm_input_tokens", "llm_output_tokens", "llm_requests",
        "stt_connection_seconds", "stt_seconds", "tts_characters", "tts_seconds",
      ])
    #expect(try JSONDecoder().decode(Usage.self, from: data) == usage)
    var sum = usage
    sum.add(usage)
    #expect(sum.sttSeconds == 3 && sum.sttConnectionSeconds == 4.5 && sum.ttsCharacters == 6)
    #expect(sum.llmInputTokens == 8 && sum.llmCachedTokens == 10)
    #expect(sum.llmOutputTokens == 12 && sum.llmRequests == 14)
    #expect(sum.ttsSeconds == 1 && sum.llmEstimatedRequests == 22)
    #expect(sum.llmAudioInputTokens == 16 && sum.llmAudioCachedTokens == 18 && sum.llmAudioOutputTokens == 20)
  }

  @Test("reads the usage of records from before synthesised audio and tokens of audio were counted")
  func olderUsage() throws {
    let text = """
      {"llm_cached_tokens":0,"llm_input_tokens":4,"llm_output_tokens":6,"llm_requests":1,
      "stt_connection_seconds":2,"stt_seconds":1.5,"tts_characters":3}
      """
    let usage = try JSONDecoder().decode(Usage.self, from: Data(text.utf8))
    #expect(usage.ttsCharacters == 3 && usage.ttsSeconds == 0 && usage.llmEstimatedRequests == 0)
  }
}
