import Foundation
public import LabRecord
import LabTransport

/// Looks at what the process holds. Tests put one of their own in its place.
public protocol ResourceProbe: Sendable {
  /// - Parameter at: What the soak's clock shows, in seconds.
  func look(at: Double) -> ResourceSample
}

/// Looks at this process, where the system has a `/proc`.
public struct ProcessProbe: ResourceProbe {
  public init() {}

  public func look(at: Double) -> ResourceSample {
    ResourceSample(
      at: at, residentBytes: Self.residentBytes, allocatedBytes: AllocatedMemory.bytes,
      // The folder that is read is an open file itself.
      descriptors: Self.count("/proc/self/fd").map { $0 - 1 }, threads: Self.count("/proc/self/task"))
  }

  /// The second field of `statm`, in pages.
  private static var residentBytes: Int? {
    guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
    let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
    return fields.dropFirst().first.flatMap { Int($0) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
  }

  private static func count(_ folder: String) -> Int? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var count = 0
    while readdir(stream) != nil { count += 1 }
    // The folder itself and the one above it.
    return count - 2
  }
}
