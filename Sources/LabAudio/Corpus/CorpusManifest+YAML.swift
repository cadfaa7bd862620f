import LabTimeline
import Yams

extension CorpusManifest {
  /// The text of the manifest, the same for equal manifests.
  ///
  /// - Throws: whatever Yams finds it cannot write; no manifest is known for which it would.
  public func yaml() throws -> String {
    let root: Node = .keys([
      ("schema", .text(Self.schema)), ("name", .text(name)), ("description", .text(description)),
      ("language", .text(language)), ("sample_rate", .number(sampleRate.hertz)),
      ("conversations", .list(conversations.map(\.node))),
    ])
    return try serialize(node: root, width: -1, allowUnicode: true)
  }
}

extension CorpusManifest.Conversation {
  fileprivate var node: Node {
    var pairs: [(String, Node)] = [("id", .text(id)), ("workload", .text(workload))]
    if let condition { pairs.append(("condition", .text(condition))) }
    return .keys(pairs + [("utterances", .list(utterances.map(\.node)))])
  }
}

extension CorpusUtterance {
  fileprivate var node: Node {
    var pairs: [(String, Node)] = [
      ("id", .text(id)), ("file", .text(file)), ("transcript", .text(transcript)),
      ("language", .text(language)), ("speaker", .text(speaker)), ("begins", begins.node),
    ]
    if let interruption { pairs.append(("interruption", .text(interruption.rawValue))) }
    pairs.append(("speech", speech.node()))
    if !pauses.isEmpty { pairs.append(("pauses", .list(pauses.map { $0.node() }))) }
    if !words.isEmpty {
      pairs.append(("words", .list(words.map { $0.samples.node(after: [("text", .text($0.text))]) })))
    }
    return .keys(pairs)
  }
}

extension UtteranceBeginning {
  fileprivate var node: Node {
    switch self {
    case .at(let delay): .milliseconds("at_ms", delay)
    case .afterReply(let delay): .milliseconds("after_reply_ms", delay)
    case .bargeIn(let delay): .milliseconds("barge_in_ms", delay)
    }
  }
}

extension Range<Int> {
  fileprivate func node(after pairs: [(String, Node)] = []) -> Node {
    .keys(pairs + [("start", .number(lowerBound)), ("end", .number(upperBound))], .flow)
  }
}

extension Node {
  /// Text is always quoted, so that none of it is taken for a number, a date or a Boolean.
  fileprivate static func text(_ text: String) -> Node { .scalar(.init(text, Tag(.str), .doubleQuoted)) }

  fileprivate static func number(_ number: Int) -> Node { .scalar(.init(String(number), Tag(.int), .plain)) }

  fileprivate static func milliseconds(_ key: String, _ delay: Duration) -> Node {
    .keys([(key, .number(Int(delay.nanoseconds / 1_000_000)))], .flow)
  }

  fileprivate static func list(_ items: [Node]) -> Node { .sequence(.init(items, .implicit, .block)) }

  fileprivate static func keys(_ pairs: [(String, Node)], _ style: Node.Mapping.Style = .block) -> Node {
    .mapping(.init(pairs.map { (.scalar(.init($0)), $1) }, .implicit, style))
  }
}
