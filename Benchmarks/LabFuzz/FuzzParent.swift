import Foundation
import FuzzSupport

/// Starts a child for each parser, watches it, and makes what killed it small.
struct FuzzParent {
  let arguments: FuzzArguments
  private let findings: String
  private let scratch: String
  /// A child that is at one input for longer hangs.
  private static let patience = 20.0

  init(_ arguments: FuzzArguments) throws {
    self.arguments = arguments
    findings = arguments.root + "/Benchmarks/.fuzz-findings"
    scratch = NSTemporaryDirectory() + "turnlab-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    for path in [findings, scratch, arguments.root + "/Tests/FuzzTests/Corpus"] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
  }

  func run() throws {
    var isClean = true
    print(
      "parser                                     inputs      per s  kinds  slowest ms  peak MB  findings")
    for target in arguments.targets { isClean = try fuzz(target.name) && isClean }
    try FileManager.default.removeItem(atPath: scratch)
    exit(isClean ? 0 : 2)
  }

  /// - Returns: whether nothing was found.
  private func fuzz(_ name: String) throws -> Bool {
    var left = arguments.inputs
    var seed = arguments.seed
    var found: [String] = []
    var total = FuzzFigures(
      inputs: 0, seconds: 0, behaviours: 0, slowestMilliseconds: 0, peakMegabytes: 0, violations: [:])
    while left > 0, found.count < 5 {
      let state = scratch + "/state"
      try? FileManager.default.removeItem(atPath: state)
      let map = try FuzzState(path: state)
      let (figures, end) = try child(
        name,
        ["--inputs", String(left), "--seed", String(seed), "--state", state]
          + (arguments.keepsCorpus ? ["--keep"] : []), map)
      if let figures {
        total.inputs += figures.inputs
        total.seconds += figures.seconds
        total.behaviours = max(total.behaviours, figures.behaviours)
        total.slowestMilliseconds = max(total.slowestMilliseconds, figures.slowestMilliseconds)
        total.peakMegabytes = max(total.peakMegabytes, figures.peakMegabytes)
        for violation in figures.violations.values.sorted() {
          found.append(try save(violation, name, found.count))
        }
        break
      }
      guard let input = FuzzText.inputs(map.input).first else {
        throw FuzzFailure("\(name) died before its first input: \(end)")
      }
      total.inputs += Int(map.count)
      left -= Int(map.count)
      seed += 1
      let smallest = try minimised(input, name)
      found.append(
        try save("# \(end)\n" + String(decoding: FuzzText.bytes(smallest), as: UTF8.self), name, found.count))
    }
    let rate = total.seconds > 0 ? String(Int(Double(total.inputs) / total.seconds)) : "–"
    func column(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    print(
      name + String(repeating: " ", count: max(0, 40 - name.count)) + column(String(total.inputs), 9)
        + column(rate, 11)
        + column(String(total.behaviours), 7) + column(String(format: "%.1f", total.slowestMilliseconds), 12)
        + column(String(format: "%.0f", total.peakMegabytes), 9) + column(String(found.count), 10))
    for path in found { print("  → \(path)") }
    fflush(nil)
    return found.isEmpty
  }

  private func save(_ text: String, _ name: String, _ number: Int) throws -> String {
    let path =
      findings + "/" + name.replacingOccurrences(of: "/", with: ".") + "-\(arguments.seed)-\(number).txt"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Makes a deadly input smaller, one process for each attempt.
  private func minimised(_ input: FuzzInput, _ name: String) throws -> FuzzInput {
    let path = scratch + "/candidate"
    return FuzzMinimiser(attempts: 60) { candidate in
      let bytes = Data(FuzzText.bytes(candidate))
      guard (try? bytes.write(to: URL(fileURLWithPath: path))) != nil,
        let end = try? child(name, ["--replay", path], nil)
      else { return false }
      return end.1 != "ended well"
    }.minimised(input)
  }

  /// Runs a child to its end, or ends it when it hangs.
  private func child(_ name: String, _ words: [String], _ map: FuzzState?) throws -> (FuzzFigures?, String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["--child", name] + words
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardOutput = output
    process.standardError = map == nil ? FileHandle.nullDevice : nil
    try process.run()
    var (seen, waited) = (map?.count ?? 0, 0.0)
    var hangs = false
    while process.isRunning {
      usleep(map == nil ? 1000 : 20_000)
      waited += map == nil ? 0.001 : 0.02
      if let count = map?.count, count != seen { (seen, waited) = (count, 0) }
      // The corpus is made small at the end, which is no input; it takes its time.
      guard waited > Self.patience * (arguments.keepsCorpus ? 10 : 1) else { continue }
      hangs = true
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    if hangs { return (nil, "It hung for \(Self.patience) s.") }
    if process.terminationReason == .uncaughtSignal {
      return (nil, "It was ended by signal \(process.terminationStatus).")
    }
    guard process.terminationStatus == 0 else {
      return (nil, "It ended with status \(process.terminationStatus).")
    }
    return (data.isEmpty ? nil : try JSONDecoder().decode(FuzzFigures.self, from: data), "ended well")
  }
}
