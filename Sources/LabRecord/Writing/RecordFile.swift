import Foundation
import LabTimeline

/// The record of a run as it grows: every line is on disk as soon as it is written.
///
/// Not safe for use from several threads at once; one writer owns it.
public final class RecordFile {
  public let path: String
  private let handle: FileHandle
  private var turns = 0
  private var conversations = 0

  /// Begins a record with its header.
  ///
  /// - Throws: a ``RecordError`` when the file cannot be made or written.
  public static func create(path: String, header: RecordHeader) throws -> RecordFile {
    let file = try RecordFile(path: path, flags: O_WRONLY | O_CREAT | O_TRUNC)
    try file.write(.header(header))
    return file
  }

  /// Goes on with a record: keeps its whole conversations and drops the one that was cut off. Of a pair it keeps both
  /// or none, because what is measured an hour later is no match.
  ///
  /// The file is replaced at once and whole, so that a second crash loses nothing more.
  ///
  /// - Parameter extends: Whether the order of work begins with as many conversations, when the record may be of a run
  ///   with fewer repeats.
  /// - Returns: The record, and the positions of the conversations that it holds.
  /// - Throws: a ``RecordError`` when the record is of another plan, mode, seed or shard, and when it has more
  ///   conversations or fewer that the order does not begin with.
  public static func resume(
    path: String, header: RecordHeader, extends: (Int) -> Bool = { _ in false }
  ) throws -> (file: RecordFile, done: Set<Int>) {
    let (file, done, _) = try resume(path: path, header: header, extends: extends, keepsCutOff: false)
    return (file, done)
  }

  /// Goes on with a record whose sessions go on where they were cut off.
  ///
  /// - Returns: The record, the positions of the sessions that it holds whole, and those that were cut off, whose turns
  ///   it keeps.
  public static func resumeSessions(
    path: String, header: RecordHeader
  ) throws -> (file: RecordFile, done: Set<Int>, cutOff: [SessionContinuation]) {
    try resume(path: path, header: header, extends: { _ in false }, keepsCutOff: true)
  }

  private static func resume(
    path: String, header: RecordHeader, extends: (Int) -> Bool, keepsCutOff: Bool
  ) throws -> (file: RecordFile, done: Set<Int>, cutOff: [SessionContinuation]) {
    if try endsInHeader(path: path, header: header) {
      return (try create(path: path, header: header), [], [])
    }
    var stream = try ConversationStream(path: path)
    try stream.header.requireSameRun(as: header, path: path)
    try stream.header.requireBeginning(of: header, extends: extends, path: path)
    let halves = try header.pairs == nil ? [] : halves(path: path)
    let temporary = path + ".resumed"
    let copy = try create(path: temporary, header: header)
    var done: Set<Int> = []
    while let conversation = try stream.next() {
      if halves.contains(conversation.position) { continue }
      done.insert(conversation.position)
      for line in conversation.lines { try copy.write(line) }
    }
    var cutOff: [SessionContinuation] = []
    if keepsCutOff {
      for lines in stream.cutOff {
        guard let continuation = SessionContinuation(of: lines) else { continue }
        cutOff.append(continuation)
        for line in lines { try copy.write(line) }
      }
    }
    try copy.close()
    guard rename(temporary, path) == 0 else {
      throw RecordError(
        .folder, "The record “\(path)” cannot be replaced by its resumed copy: \(SystemError.text).",
        hint: "Check the folder's permissions.")
    }
    let file = try RecordFile(path: path, flags: O_WRONLY | O_APPEND)
    (file.turns, file.conversations) = (copy.turns, copy.conversations)
    return (file, done, cutOff)
  }

  /// The positions of conversations whose partner is not there.
  private static func halves(path: String) throws -> Set<Int> {
    var found: Set<Int> = []
    var stream = try ConversationStream(path: path)
    while let conversation = try stream.next() { found.insert(conversation.position) }
    return found.filter { !found.contains($0 ^ 1) }
  }

  /// Whether a record was cut off inside its first line, so that it holds nothing yet but is of this run.
  private static func endsInHeader(path: String, header: RecordHeader) throws -> Bool {
    let line = try RecordEncoding.line(.header(header))
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    let beginning = try file.read(upToCount: line.count) ?? Data()
    return beginning.count < line.count && line.starts(with: beginning)
  }

  private init(path: String, flags: Int32) throws {
    self.path = path
    let descriptor = open(path, flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw RecordError(
        .folder, "The record “\(path)” cannot be written: \(SystemError.text).",
        hint: "Check the folder and its permissions.")
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Adds a line.
  public func write(_ line: RecordLine) throws {
    count(line)
    try write(try RecordEncoding.line(line))
  }

  /// Adds lines that were encoded elsewhere.
  public func write(_ conversation: EncodedConversation) throws {
    turns += conversation.turns
    conversations += 1
    try write(conversation.bytes)
  }

  /// Ends the record: everything that the run or shard has to measure is there.
  public func finish() throws {
    try write(.footer(RecordFooter(conversations: conversations, turns: turns)))
    try close()
  }

  /// Puts everything that was written on the disk, so that not even a power cut loses it.
  public func synchronize() throws {
    guard fsync(handle.fileDescriptor) == 0 || errno == EINVAL else {
      throw RecordError(
        .writeFailed, "The record “\(path)” could not be put on the disk: \(SystemError.text).",
        hint: "Check the disk, then go on with --resume; what was measured so far is kept.")
    }
  }

  /// Closes the file without a footer, so that the run can be resumed.
  public func close() throws {
    try handle.close()
  }

  private func count(_ line: RecordLine) {
    switch line {
    case .turn: turns += 1
    case .conversation: conversations += 1
    case .header, .footer: break
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    do {
      try handle.write(contentsOf: bytes)
    } catch {
      throw RecordError(
        .writeFailed, "The record “\(path)” could not be written: \(SystemError.text(of: error)).",
        hint: "Free some space, then go on with --resume; what was measured so far is kept.")
    }
  }
}

/// A conversation as lines of a record, so that the work of encoding is done where the conversation was had.
public struct EncodedConversation: Sendable {
  public private(set) var bytes: [UInt8] = []
  public private(set) var turns = 0

  public init() {}

  /// Adds a line at the end.
  public mutating func add(_ line: RecordLine) throws {
    if case .turn = line { turns += 1 }
    bytes += try RecordEncoding.line(line)
  }
}

extension RecordHeader {
  /// - Throws: a ``RecordError`` when a record with this header does not belong to the run that `wanted` describes.
  fileprivate func requireSameRun(as wanted: RecordHeader, path: String) throws {
    let differences = [
      plan.sha256 == wanted.plan.sha256 ? nil : "another plan (“\(plan.name)”)",
      mode == wanted.mode ? nil : "the mode \(mode.rawValue)",
      seed == wanted.seed ? nil : "the seed \(seed)",
      baseline?.sha256 == wanted.baseline?.sha256
        ? nil : baseline.map { "another baseline (“\($0.name)”)" } ?? "no other plan as its baseline",
      cells == wanted.cells && pairs == wanted.pairs ? nil : "other cells",
      shard == wanted.shard ? nil : "another shard",
    ].compactMap { $0 }
    guard differences.isEmpty else {
      throw RecordError(
        .notComparable, "The record “\(path)” was made with \(differences.joined(separator: " and ")).",
        hint: "Resume with the plan and options that it was made with, or run into another folder.")
    }
  }

  /// - Throws: a ``RecordError`` when what this record's run was to have is not what the wanted one begins with.
  fileprivate func requireBeginning(
    of wanted: RecordHeader, extends: (Int) -> Bool, path: String
  ) throws {
    guard conversations != wanted.conversations else { return }
    guard conversations < wanted.conversations else {
      throw RecordError(
        .notComparable,
        "The record “\(path)” was made with more repeats: \(conversations) conversations, not "
          + "\(wanted.conversations).",
        hint: "Name with --repeats at least as many as it was made with.")
    }
    guard extends(conversations) else {
      throw RecordError(
        .notComparable,
        "The record “\(path)” cannot be gone on with for more repeats, because with “order: sequential” they "
          + "belong between what it holds.",
        hint: "Run with more repeats into another folder, or order the plan’s work interleaved.")
    }
  }
}
