import Foundation

/// The bytes of sound that the header of a WAV file promises, beside those that are there.
///
/// libsndfile reads a WAV file that was cut off as if it were whole, only shorter. A corpus whose last
/// second went missing in a copy would move its labels, so the lengths are compared before it opens the file.
struct RIFFLength: Hashable {
  var promised: Int
  var present: Int

  /// Reads the chunk headers of a file; nil when it is not a RIFF WAVE file.
  ///
  /// A file that ends before its `data` chunk begins is one that promises at least one byte.
  init?(ofFileAt path: String) throws {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let size = Int(try file.seekToEnd())
    guard let start = try Self.bytes(12, at: 0, of: file), start.prefix(4).elementsEqual("RIFF".utf8),
      start.dropFirst(8).elementsEqual("WAVE".utf8)
    else { return nil }
    var offset = 12
    while let header = try Self.bytes(8, at: offset, of: file) {
      let length = header[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
      offset += 8
      if header.prefix(4).elementsEqual("data".utf8) {
        self.init(promised: length, present: size - offset)
        return
      }
      offset += length + length % 2
    }
    self.init(promised: 1, present: 0)
  }

  private init(promised: Int, present: Int) {
    self.promised = promised
    self.present = present
  }

  private static func bytes(_ count: Int, at offset: Int, of file: FileHandle) throws -> [UInt8]? {
    try file.seek(toOffset: UInt64(offset))
    guard let data = try file.read(upToCount: count), data.count == count else { return nil }
    return [UInt8](data)
  }
}
