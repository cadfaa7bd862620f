import Foundation

/// Where the benchmarks work: the project, the programs to measure, and a folder to throw away.
struct Workshop {
  let project: String
  let turnlab: String
  let debugTurnlab: String
  let scratch: String

  init() throws {
    let files = FileManager.default
    project = ProcessInfo.processInfo.environment["TURNLAB_PROJECT"] ?? files.currentDirectoryPath
    turnlab = project + "/.build/release/turnlab"
    debugTurnlab = project + "/.build/debug/turnlab"
    scratch = NSTemporaryDirectory() + "turnlab-bench-\(ProcessInfo.processInfo.processIdentifier)"
    try files.createDirectory(atPath: scratch, withIntermediateDirectories: true)
  }

  func removeScratch() throws {
    try FileManager.default.removeItem(atPath: scratch)
  }

  /// Runs a program to its end, in the project's folder, with its output thrown away.
  ///
  /// Spawned and awaited by the system's own calls: Foundation's `Process` notices an end some 40 ms late.
  @discardableResult
  func run(_ program: String, _ arguments: [String]) throws -> ProcessCost {
    guard FileManager.default.changeCurrentDirectoryPath(project) else {
      throw BenchFailure("the project's folder cannot be entered")
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    let began = wallNanoseconds()
    guard posix_spawn(&child, program, &actions, nil, words, environ) == 0 else {
      throw BenchFailure("\(program) cannot be started")
    }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(child, &status, 0, &usage) == child, status == 0 else {
      throw BenchFailure("\(program) \(arguments.joined(separator: " ")) ended with status \(status)")
    }
    return ProcessCost(usage, wall: Double(wallNanoseconds() - began) / 1e9)
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
  /// From its start to its end, in seconds.
  var wall: Double
  /// Seconds of processor time, in the program and in the system for it.
  var cpu: Double

  init(_ usage: rusage, wall: Double) {
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    self.wall = wall
    cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// What this process cost so far; its start counts as zero.
  static func ofThisProcess() -> ProcessCost {
    var usage = rusage()
    getrusage(0, &usage)
    return ProcessCost(usage, wall: 0)
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
