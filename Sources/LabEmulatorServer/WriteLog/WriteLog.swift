import Synchronization

/// When the bytes of each response were written: the truth that a client's own measurement is held against.
///
/// Keeps the newest entries in memory and, on request, appends all of them to a file. Noting an entry costs a
/// lock and a copy; the file is written by a thread of its own.
public final class WriteLog: Sendable {
  /// The request header whose value the entries carry.
  public let requestIDHeader: String
  private let ring: Mutex<WriteRing>
  private let file: WriteLogFile?

  /// Creates an empty log.
  ///
  /// - Parameters:
  ///   - capacity: How many of the newest entries stay in memory; at least 1.
  ///   - requestIDHeader: The request header whose value the entries carry.
  ///   - file: The path of a file to append JSON lines to; none when `nil`.
  /// - Throws: `EmulatorServerError` with the code `write_log` when the file cannot be opened.
  public init(
    capacity: Int = 1 << 16, requestIDHeader: String = "X-Client-Request-Id", file: String? = nil
  ) throws {
    self.requestIDHeader = requestIDHeader
    ring = Mutex(WriteRing(capacity: max(1, capacity)))
    self.file = try file.map { try WriteLogFile(path: $0) }
  }

  /// The entries in memory, the oldest first.
  public func entries() -> [WriteLogEntry] {
    ring.withLock { $0.entries }
  }

  /// How many entries have left the memory to make room. The file, when there is one, has them.
  public var overwrittenCount: Int {
    ring.withLock { $0.overwrittenCount }
  }

  /// Waits until the file has everything that was noted so far. Does nothing without a file.
  ///
  /// - Throws: `EmulatorServerError` with the code `write_log` when entries could not be written, now or
  ///   before.
  public func flush() throws {
    try file?.flush()
  }

  func note(_ entry: WriteLogEntry) {
    ring.withLock { $0.append(entry) }
    file?.append(entry)
  }
}

/// The newest entries, in the order in which they came.
private struct WriteRing {
  let capacity: Int
  private(set) var overwrittenCount = 0
  private var stored: [WriteLogEntry] = []
  /// Where the oldest entry stands once the ring is full.
  private var oldest = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  var entries: [WriteLogEntry] { Array(stored[oldest...] + stored[..<oldest]) }

  mutating func append(_ entry: WriteLogEntry) {
    guard stored.count == capacity else { return stored.append(entry) }
    stored[oldest] = entry
    oldest = (oldest + 1) % capacity
    overwrittenCount += 1
  }
}
