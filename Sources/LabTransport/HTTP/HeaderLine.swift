/// One line of the head of an HTTP answer, as libcurl hands it on.
enum HeaderLine: Equatable {
  /// The status line, which begins a head. A later one replaces it: what came before was interim.
  case status(Int)
  case field(HTTPHeader)
  /// The empty line that ends a head.
  case end
  /// A line that is none of these, such as the continuation of a folded one.
  case other

  init(_ bytes: UnsafeRawBufferPointer) {
    var line = bytes[...]
    while let last = line.last, last == 0x0d || last == 0x0a { line.removeLast() }
    if line.isEmpty {
      self = .end
    } else if line.starts(with: "HTTP/".utf8) {
      let words = line.split(separator: 0x20, maxSplits: 2)
      let status = words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) : nil
      self = status.map(HeaderLine.status) ?? .other
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex {
      let name = String(decoding: line[..<colon], as: UTF8.self)
      self = .field(HTTPHeader(name, String(decoding: line[(colon + 1)...].trimmed, as: UTF8.self)))
    } else {
      self = .other
    }
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// The bytes without the spaces and tabs around them.
  fileprivate var trimmed: Self {
    var slice = self
    while let first = slice.first, first == 0x20 || first == 0x09 { slice.removeFirst() }
    while let last = slice.last, last == 0x20 || last == 0x09 { slice.removeLast() }
    return slice
  }
}
