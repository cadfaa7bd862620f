import Foundation
import LabTimeline

/// Joins the records of shards into the record that the unsharded run would have written.
public enum RecordMerge {
  /// Merges records in memory that does not grow with them, as long as each is in the order of work.
  ///
  /// - Parameters:
  ///   - paths: The shards' `record.jsonl`, in any order.
  ///   - output: The record to write.
  /// - Throws: a ``RecordError`` when the records are not all the shards of one run, each whole and there
  ///   once.
  public static func merge(_ paths: [String], into output: String) throws {
    var shards = try paths.map { Shard(stream: try ConversationStream(path: $0)) }
    guard var header = shards.first?.stream.header else {
      throw RecordError(.usage, "There is nothing to merge.", hint: "Name the run folders of the shards.")
    }
    header.shard = nil
    for shard in shards { try check(shard, against: header) }

    let file = try RecordFile.create(path: output, header: header)
    do {
      for position in 0..<header.conversations {
        let conversation = try take(position, from: &shards)
        for line in conversation.lines { try file.write(line) }
      }
      for index in shards.indices { try shards[index].finish() }
      try file.finish()
    } catch {
      // Half a record would look like a run that can be resumed.
      unlink(output)
      throw error
    }
  }

  /// A shard's record, with what was read ahead of its turn.
  private struct Shard {
    var stream: ConversationStream
    var waiting: [Int: ConversationStream.Conversation] = [:]

    /// Takes a conversation out; `nil` when this shard does not have it.
    mutating func take(_ position: Int) throws -> ConversationStream.Conversation? {
      guard stream.header.covers(position) else { return nil }
      while waiting[position] == nil, let next = try stream.next() {
        guard waiting.updateValue(next, forKey: next.position) == nil else {
          throw RecordError(
            .notComparable, "The record “\(stream.path)” holds a conversation twice.",
            hint: "Run that shard again into an empty folder.")
        }
      }
      return waiting.removeValue(forKey: position)
    }

    /// Makes sure that the shard was whole and that nothing of it is left over.
    mutating func finish() throws {
      while let rest = try stream.next() { waiting[rest.position] = rest }
      guard stream.isComplete else {
        throw RecordError(
          .notComparable, "The record “\(stream.path)” is not complete.",
          hint: "Finish it with --resume before merging.")
      }
      guard waiting.isEmpty else {
        throw RecordError(
          .notComparable, "The record “\(stream.path)” holds conversations that another one holds too.",
          hint: "Name each shard once.")
      }
    }
  }

  private static func take(
    _ position: Int, from shards: inout [Shard]
  ) throws -> ConversationStream.Conversation {
    for index in shards.indices {
      if let found = try shards[index].take(position) { return found }
    }
    throw RecordError(
      .notComparable,
      "No record holds conversation \(position + 1) of the run; a shard is missing or unfinished.",
      hint: "Name the run folders of all shards, and finish each with --resume.")
  }

  private static func check(_ shard: Shard, against header: RecordHeader) throws {
    var found = shard.stream.header
    found.shard = nil
    // The same cells in other words are the same cells.
    found.selection = header.selection
    guard found == header else {
      throw RecordError(
        .notComparable, "The record “\(shard.stream.path)” is of another run than the first one named.",
        hint: "Merge only shards that were run with the same plan, mode, seed and selection.")
    }
  }
}
