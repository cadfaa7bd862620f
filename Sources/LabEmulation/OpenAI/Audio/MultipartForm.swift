import LabProviders

/// A form with files in the body of a request (`multipart/form-data`, RFC 7578).
struct MultipartForm {
  /// One field of the form.
  struct Part: Hashable {
    var name: String
    var fileName: String?
    var content: [UInt8]

    /// The content as text.
    var text: String { String(decoding: content, as: UTF8.self) }
  }

  let parts: [Part]

  /// Reads a body; `nil` when it is not such a form.
  init?(contentType: String, body: [UInt8]) {
    guard contentType.lowercased().hasPrefix("multipart/form-data"),
      let boundary = Self.parameter("boundary", in: contentType), !boundary.isEmpty
    else { return nil }
    let delimiter = Array(("--" + boundary).utf8)
    var places = Self.places(of: delimiter, in: body)
    guard let last = places.popLast(), body[(last + delimiter.count)...].starts(with: "--".utf8) else {
      return nil
    }
    var parts: [Part] = []
    for (index, place) in places.enumerated() {
      let end = index + 1 < places.count ? places[index + 1] : last
      guard let part = Self.part(body[(place + delimiter.count)..<end]) else { return nil }
      parts.append(part)
    }
    self.parts = parts
  }

  /// The first field of a name.
  subscript(name: String) -> Part? { parts.first { $0.name == name } }

  /// All values of a list, which clients mark with brackets.
  func list(_ name: String) -> [String] {
    parts.filter { $0.name == name || $0.name == name + "[]" }.map(\.text)
  }

  /// Where a delimiter begins a line.
  private static func places(of delimiter: [UInt8], in body: [UInt8]) -> [Int] {
    var places: [Int] = []
    var next = 0
    while next + delimiter.count <= body.count {
      // Searching for the first byte alone rejects almost everything.
      guard let start = body[next...].firstIndex(of: delimiter[0]), start + delimiter.count <= body.count
      else {
        break
      }
      let isLineStart = start == 0 || (start >= 2 && body[start - 1] == 0x0A && body[start - 2] == 0x0D)
      let end = start + delimiter.count
      let isWhole = body[end...].starts(with: "\r\n".utf8) || body[end...].starts(with: "--".utf8)
      if isLineStart, isWhole, body[start..<end].elementsEqual(delimiter) {
        places.append(start)
        next = end
      } else {
        next = start + 1
      }
    }
    return places
  }

  /// A part from behind its delimiter to in front of the next one.
  private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
    let blank = Array("\r\n\r\n".utf8)
    guard bytes.starts(with: "\r\n".utf8), bytes.suffix(2).elementsEqual("\r\n".utf8) else { return nil }
    let end = bytes.indices.first { $0 + 4 <= bytes.endIndex && bytes[$0..<$0 + 4].elementsEqual(blank) }
    guard let end, end + 4 <= bytes.endIndex - 2 else { return nil }
    let head = String(decoding: bytes[bytes.startIndex..<end], as: UTF8.self)
    let disposition = head.split(separator: "\r\n").first {
      $0.lowercased().hasPrefix("content-disposition:")
    }
    guard let disposition, let name = parameter("name", in: String(disposition)) else { return nil }
    return Part(
      name: name, fileName: parameter("filename", in: String(disposition)),
      content: Array(bytes[(end + 4)..<(bytes.endIndex - 2)]))
  }

  /// A parameter of a header's value, with or without quotes.
  private static func parameter(_ name: String, in header: String) -> String? {
    for piece in header.split(separator: ";").dropFirst() {
      let sides = piece.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, sides[0].filter({ $0 != " " }).lowercased() == name else { continue }
      return sides[1].trimmingPrefix { $0 == " " }.filter { $0 != "\"" }
    }
    return nil
  }
}
