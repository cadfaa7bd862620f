import Foundation

/// Where the benchmarks work: the project, the programs to measure, and a folder to throw away.
struct Workshop {
  let project: String
  /// The release binary.
  let turnlab: String
  /// The debug binary, when it was built.
  let debugTurnlab: String?
  let scratch: String

  init() throws {
    let files = FileManager.default
    project = ProcessInfo.processInfo.environment["TURNLAB_PROJECT"] ?? files.currentDirectoryPath
    turnlab = project + "/.build/release/turnlab"
    let debug = project + "/.build/debug/turnlab"
    debugTurnlab = files.isExecutableFile(atPath: debug) ? debug : nil
    scratch = NSTemporaryDirectory() + "turnlab-bench-\(ProcessInfo.processInfo.processIdentifier)"
    try files.createDirectory(atPath: scratch, withIntermediateDirectories: true)
  }

  func removeScratch() throws {
    try FileManager.default.removeItem(atPath: scratch)
  }

  /// Runs a program of the project to its end, in the project's folder.
  @discardableResult
  func run(_ program: String, _ arguments: [String]) throws -> ProcessCost {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: project)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let before = ProcessCost.ofChildren()
    let began = wallNanoseconds()
    try process.run()
    process.waitUntilExit()
    let wall = Double(wallNanoseconds() - began) / 1e9
    guard process.terminationStatus == 0 else {
      throw BenchFailure(
        "\(program) \(arguments.joined(separator: " ")) ended with \(process.terminationStatus)")
    }
    return ProcessCost.ofChildren().since(before, wall: wall)
  }

  /// A path in the folder to throw away.
  func scratch(_ name: String) -> String { scratch + "/" + name }
}

struct BenchFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// What a process cost.
struct ProcessCost {
  var wall = 0.0
  var cpu = 0.0
  /// The largest resident set of any child so far, in MB.
  var peakMegabytes = 0.0

  static func ofChildren() -> ProcessCost { of(-1) }
  static func ofThisProcess() -> ProcessCost { of(0) }

  /// - Parameter who: `RUSAGE_SELF` (0) or `RUSAGE_CHILDREN` (−1), whose Swift types differ between systems.
  private static func of(_ who: Int32) -> ProcessCost {
    var usage = rusage()
    getrusage(who, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return ProcessCost(
      cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      peakMegabytes: Double(usage.ru_maxrss) / 1024)
  }

  func since(_ before: ProcessCost, wall: Double) -> ProcessCost {
    ProcessCost(wall: wall, cpu: cpu - before.cpu, peakMegabytes: peakMegabytes)
  }
}

/// The resident set of this process, in MB.
func residentMegabytes() -> Double {
  let text = FileManager.default.contents(atPath: "/proc/self/statm") ?? Data()
  let pages = String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { Double($0) }
  return (pages.count > 1 ? pages[1] : .nan) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
}

func wallNanoseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// A percentile by linear interpolation between order statistics (type 7).
func percentile(_ values: [Double], _ p: Double) -> Double {
  let sorted = values.sorted()
  guard let last = sorted.last else { return .nan }
  let position = p * Double(sorted.count - 1)
  let index = Int(position)
  guard index + 1 < sorted.count else { return last }
  return sorted[index] + (position - Double(index)) * (sorted[index + 1] - sorted[index])
}
