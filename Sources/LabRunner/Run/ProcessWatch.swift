import Foundation
import LabRecord
import LabTimeline

/// Reads what the process consumes over a run: between conversations, on the thread that writes the record,
/// never on the one that measures.
struct ProcessWatch {
  private let processorAtStart = Self.processorSeconds()
  private var ended = 0
  private var residentAfterFirst: Int?

  /// A conversation has ended.
  mutating func conversationEnded() {
    ended += 1
    if ended == 1 { residentAfterFirst = Self.residentBytes() }
  }

  /// Adds what was consumed up to now to a reading.
  func complete(_ reading: inout InstrumentReading) {
    if let now = Self.processorSeconds(), let before = processorAtStart {
      reading.processorSeconds = ((now - before) * 1e3).rounded() / 1e3
    }
    if ended > 1, let now = Self.residentBytes(), let before = residentAfterFirst {
      reading.memoryGrowthMegabytes = (Double(now - before) / 1e3).rounded() / 1e3
    }
  }

  /// Resident memory, from the second field of `/proc/self/statm`; `nil` where there is no such file.
  private static func residentBytes() -> Int? {
    guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
    let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
    return fields.dropFirst().first.flatMap { Int($0) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
  }

  /// Processor time of all threads, in user and system mode: POSIX's `clock`, which counts microseconds.
  private static func processorSeconds() -> Double? {
    let microseconds = clock()
    return microseconds >= 0 ? Double(microseconds) / 1e6 : nil
  }
}
