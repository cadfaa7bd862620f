import Foundation

extension Reference {
  /// A process that does nothing, from its start to its end, in milliseconds.
  static func emptyProcess(_ workshop: Workshop) throws -> Reference {
    let times = try (0..<20).map { _ in try workshop.run("/bin/true", []).wall * 1000 }
    return Reference(name: "an empty process", value: percentile(times, 0.5))
  }

  /// The kernel's own write of the bytes of a file into another, and the read before it, in seconds.
  static func copy(of path: String, _ workshop: Workshop) throws -> Reference {
    let copy = workshop.scratch("copy")
    let times = try (0..<5).map { _ in
      let began = wallNanoseconds()
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      try bytes.write(to: URL(fileURLWithPath: copy))
      return Double(wallNanoseconds() - began) / 1e9
    }
    return Reference(name: "a copy of the record", value: percentile(times, 0.5))
  }

  /// How late a sleeping thread of real-time priority, where that is permitted, wakes up: a percentile, in
  /// milliseconds.
  static func wakeUp(_ p: Double) -> Reference {
    let lateness = Sleeper.lateness(sleeps: 500)
    return Reference(name: "a bare thread's wake-up", value: percentile(lateness, p))
  }

  /// A search for the ends of lines by the C library, in megabytes (10⁶ bytes) a second.
  static func lineSearch(in bytes: [UInt8]) -> Reference {
    let rounds = (0..<5).map { _ in
      let began = threadNanoseconds()
      var lines = 0
      bytes.withUnsafeBytes { buffer in
        guard var start = buffer.baseAddress else { return }
        let end = start + buffer.count
        while let found = memchr(start, 0x0A, end - start) {
          lines += 1
          start = UnsafeRawPointer(found) + 1
        }
      }
      let seconds = Double(threadNanoseconds() - began) / 1e9
      return lines > 0 ? Double(bytes.count) / 1e6 / seconds : .nan
    }
    return Reference(name: "memchr", value: rounds.max() ?? .nan)
  }
}
