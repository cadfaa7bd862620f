import LabTimeline

/// Reads a record one whole conversation at a time; one that was cut off never comes out.
///
/// Turns of concurrent conversations may lie between each other in a record; they are sorted apart.
struct ConversationStream {
  /// A conversation's lines, its closing one last.
  struct Conversation {
    let position: Int
    let lines: [RecordLine]
  }

  let path: String
  var header: RecordHeader { reader.header }
  /// The record's footer was read: everything is there.
  private(set) var isComplete = false
  private var reader: RecordReader
  private var open: [Int: [RecordLine]] = [:]

  /// The lines of the conversations whose end was not recorded, by position; known when there is no next one.
  var cutOff: [[RecordLine]] { open.keys.sorted().map { open[$0, default: []] } }

  init(path: String) throws {
    self.path = path
    reader = try RecordReader(path: path)
  }

  /// The next conversation whose end was recorded.
  mutating func next() throws -> Conversation? {
    while let line = try reader.next() {
      switch line {
      case .turn(let turn): open[turn.conversation.position, default: []].append(line)
      case .conversation(let end):
        let position = end.conversation.position
        return Conversation(
          position: position, lines: open.removeValue(forKey: position, default: []) + [line])
      case .footer: isComplete = true
      case .header: break
      }
    }
    return nil
  }
}

extension Dictionary {
  fileprivate mutating func removeValue(forKey key: Key, default value: Value) -> Value {
    removeValue(forKey: key) ?? value
  }
}
