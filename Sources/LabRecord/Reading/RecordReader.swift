import LabTimeline

/// Reads a record line by line, in memory that does not grow with it.
///
/// A last line that was cut off by a crash is left out and reported by `wasCut`; it is not an error.
public struct RecordReader {
  /// What the run was.
  public let header: RecordHeader
  /// The file.
  public let path: String
  /// The number of the line that was read last, from 1.
  public private(set) var lineNumber = 1
  /// Whether the file ended in the middle of a line. Known after the last line.
  public private(set) var wasCut = false

  private var lines: LineSplitter

  /// Opens a record and reads its header.
  ///
  /// - Throws: `RecordError` when there is no such file, when it does not begin with a header and when the
  ///   header's schema is unknown.
  public init(path: String) throws {
    self.path = path
    lines = try LineSplitter(path: path)
    guard let first = try lines.next() else {
      throw RecordError(.header, "The record '\(path)' is empty.", hint: "Run the plan again.")
    }
    guard case .header(let header) = try Self.decode(first.bytes, path: path, lineNumber: 1) else {
      throw RecordError(
        .header, "The record '\(path)' does not begin with a header line.",
        hint: "Restore its first line or run the plan again.")
    }
    try Self.check(header, path: path)
    self.header = header
  }

  /// Pairs that name cells which there are not would be looked up by everything that compares.
  private static func check(_ header: RecordHeader, path: String) throws {
    let named = (header.pairs ?? []).flatMap { [$0.candidate, $0.baseline] }
    guard let cell = named.first(where: { !header.cells.indices.contains($0) }) else { return }
    throw RecordError(
      .header, "The header of '\(path)' pairs cell \(cell), but it has \(header.cells.count).",
      hint: "Restore its first line or run the plan again.")
  }

  /// The next line after the header, or `nil` at the end. Empty lines are skipped.
  ///
  /// - Throws: `RecordError` naming the file and the line when a line is not a record line, names a cell that
  ///   the header lacks or is a second header.
  public mutating func next() throws -> RecordLine? {
    while let raw = try nextRaw() {
      let line: RecordLine
      do {
        line = try Self.decode(raw.bytes, path: path, lineNumber: lineNumber)
      } catch {
        guard !raw.isTerminated else { throw error }
        wasCut = true
        return nil
      }
      try check(line)
      return line
    }
    return nil
  }

  /// Passes over the next line without decoding it; whether there was one.
  package mutating func skip() throws -> Bool {
    try nextRaw() != nil
  }

  /// The next line that is not empty.
  private mutating func nextRaw() throws -> LineSplitter.Line? {
    while let raw = try lines.next() {
      lineNumber += 1
      if !raw.bytes.allSatisfy(Self.isBlank) { return raw }
    }
    return nil
  }

  private func check(_ line: RecordLine) throws {
    let cell: Int
    switch line {
    case .header:
      throw RecordError(
        .header, "Line \(lineNumber) of '\(path)' is a second header.",
        hint: "Give records one at a time, or join them with 'turnlab merge'.")
    case .turn(let turn): cell = turn.conversation.cell
    case .conversation(let conversation): cell = conversation.conversation.cell
    case .footer: return
    }
    guard header.cells.indices.contains(cell) else {
      throw RecordError(
        .line,
        "Line \(lineNumber) of '\(path)' names cell \(cell), but the header has \(header.cells.count).",
        hint: "The lines of different runs seem to be mixed; run the plan again.")
    }
  }

  private static func decode(_ bytes: [UInt8], path: String, lineNumber: Int) throws -> RecordLine {
    do {
      return try RecordEncoding.decode(bytes)
    } catch let failure as RecordError {
      throw RecordError(
        failure.code, "Line \(lineNumber) of '\(path)': \(failure.message)", hint: failure.hint)
    } catch {
      throw RecordError(
        .line, "Line \(lineNumber) of '\(path)' is not a line of a record: \(Self.reason(of: error)).",
        hint: "Remove the line or run the plan again.")
    }
  }

  /// The essence of a decoding error, without the quoted input: a record line can hold what should not be
  /// shown.
  private static func reason(of error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): "'\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' has a wrong value"
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' has an unknown value"
    default: "it is not JSON"
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
  }
}
