import LabAnalysis

/// Rows of comma-separated values after RFC 4180: CRLF between rows, quotes where they are needed.
struct CSVText {
  private(set) var bytes: [UInt8] = []
  private let columns: Int

  /// Begins with a header row.
  init(header: [String]) {
    columns = header.count
    add(header)
  }

  /// Adds a row; an absent value leaves its field empty.
  mutating func add(_ fields: [String?]) {
    precondition(fields.count == columns, "a row has \(fields.count) fields under \(columns) headings")
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if let field { bytes += Self.quoted(field).utf8 }
    }
    bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
  }

  /// A field as it stands in the file.
  static func quoted(_ field: String) -> String {
    let needsQuotes =
      field.first == " " || field.last == " "
      || field.utf8.contains { $0 == 0x22 || $0 == 0x2c || $0 == 0x0a || $0 == 0x0d }
    guard needsQuotes else { return field }
    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// Milliseconds to the microsecond.
  static func milliseconds(_ value: Double?) -> String? {
    value.map { FixedPoint.text($0, decimals: 3) }
  }
}
