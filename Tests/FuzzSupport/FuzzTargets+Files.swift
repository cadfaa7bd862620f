import Foundation
import LabCassette
import LabProviders
import LabRecord
import LabReports
import LabTimeline
import LabYAML

/// Parsers of bytes by themselves: streams, texts and files.
extension FuzzTarget {
  /// Every parser, by name.
  public static let all = files + plans + media + clients + emulators

  private static func plain(
    _ name: String, seeds: [String], _ parse: @escaping @Sendable ([UInt8], inout FuzzOutcome) -> Void
  ) -> FuzzTarget {
    FuzzTarget(name) {
      seeds.map { FuzzTalk(PlainSubject(parse: parse), [.bytes(Array($0.utf8))]) }
    }
  }

  private static let files = [
    plain("sse", seeds: SSEReference.seeds, SSEReference.compare),
    plain(
      "query-string",
      seeds: ["/v1/listen?model=nova-3&interim_results=true&keyterm=a%20b&x=+", "?a=%F0%9F%98%80&&=&b"]
    ) {
      let query = QueryString(target: text($0))
      $1.note("items", String(repeating: "i", count: min(8, query.items.count)))
      // What was read and is written must be read as the same.
      let again = QueryString(target: "/?" + query.encoded)
      if query.items.filter({ $0.name != "" || $0.value != "" })
        != again.items.filter({ $0.name != "" || $0.value != "" })
      {
        $1.violation = "A query changes when it is written and read again."
      }
    },
    plain("engine-reply", seeds: engineReplies) { bytes, outcome in
      guard let reply = try? EngineReply(line: text(bytes)) else { return outcome.note("refused") }
      outcome.note("reply", "\(reply)")
      if (try? EngineReply(line: reply.line)) != reply {
        outcome.violation = "A reply changes when it is written and read again."
      }
    },
    plain("engine-command", seeds: engineCommands) { bytes, outcome in
      guard let command = try? EngineCommand(line: text(bytes)) else { return outcome.note("refused") }
      outcome.note("command", "\(command)")
      if (try? EngineCommand(line: command.line)) != command {
        outcome.violation = "A command changes when it is written and read again."
      }
    },
    plain("record-line", seeds: FuzzFiles.recordLines) { bytes, outcome in
      do {
        let line = try RecordEncoding.decode(bytes)
        outcome.note("line")
        outcome.volume += try RecordEncoding.line(line).count
      } catch {
        outcome.note("refused", "\(type(of: error))")
      }
    },
    plain("cassette", seeds: FuzzFiles.cassettes) { bytes, outcome in
      do {
        let cassette = try Cassette(bytes: bytes, path: "cassette")
        outcome.note("cassette")
        for conversation in cassette.conversations {
          outcome.volume += CassetteEncoding.lines(conversation).count
        }
      } catch {
        outcome.note("refused", "\(error)")
      }
    },
    plain("yaml", seeds: FuzzFiles.yaml) { bytes, outcome in
      let reader = YAMLReader(text: text(bytes), file: "plan.yaml")
      let root = reader.root()
      _ = root?.optionalString("name")
      _ = root?.optionalInt("repeats", in: 1...1000)
      root?.finish()
      for problem in reader.problems { outcome.note("problem", problem.message) }
    },
  ]

  private static let engineReplies = [
    EngineReply.ready(sampleRate: 16_000), .speechStarted, .partial("tell me"), .final("tell me", answers: 1),
    .endOfTurn, .token(1, "Hé\n\"😀"), .audio(2, [1, 2, 3, 4]),
    .done(1, TokenUsage(input: 5, cachedInput: 0, output: 2, reasoning: 0)), .error(nil, "over"), .closed,
  ].map(\.line)

  private static let engineCommands = [
    EngineCommand.open(
      EngineOpening(stage: .tts, sampleRate: 16_000, language: "en-US", voice: "slt", session: "a.0")
    ),
    .audio([1, 2, 3, 4]), .finalize(1), .request(2, [ChatMessage(role: .user, content: "Hi")]),
    .speak(3, "Hello"),
    .cancel(2), .close,
  ].map(\.line)
}
