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

extension CorpusUtterance.Beginning {
  fileprivate var node: Node {
    switch self {
    case .at(let milliseconds): .keys([("at_ms", .number(milliseconds))], .flow)
    case .afterReply(let milliseconds): .keys([("after_reply_ms", .number(milliseconds))], .flow)
    case .bargeIn(let milliseconds): .keys([("barge_in_ms", .number(milliseconds))], .flow)
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

  fileprivate static func list(_ items: [Node]) -> Node { .sequence(.init(items, .implicit, .block)) }

  fileprivate static func keys(_ pairs: [(String, Node)], _ style: Node.Mapping.Style = .block) -> Node {
    .mapping(.init(pairs.map { (.scalar(.init($0)), $1) }, .implicit, style))
  }
}
