import Foundation
import FuzzSupport

/// Fuzzes one parser until it is done or dies.
struct FuzzChild {
  let arguments: FuzzArguments
  /// The most memory that a parser may take, over what the exchanges take.
  private static let memoryLimit: rlim_t = 6 << 30

  init(_ arguments: FuzzArguments) {
    self.arguments = arguments
  }

  func run(_ name: String) throws {
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
      throw FuzzFailure("no parser \(name)")
    }
    var limit = rlimit(rlim_cur: Self.memoryLimit, rlim_max: Self.memoryLimit)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    let kept = FileManager.default.contents(atPath: arguments.corpusPath(name)).map {
      FuzzText.inputs(Array($0))
    }
    var campaign = try FuzzCampaign(target, seed: arguments.seed, corpus: kept ?? [])
    if let replay = arguments.replay {
      let bytes = Array(FileManager.default.contents(atPath: replay) ?? Data())
      for input in FuzzText.inputs(bytes) { _ = campaign.violation(of: input, campaign.run(input)) }
      return
    }
    let state = try FuzzState(path: arguments.state)
    var figures = FuzzFigures(
      inputs: 0, seconds: 0, behaviours: 0, slowestMilliseconds: 0, peakMegabytes: 0, violations: [:])
    let began = nanoseconds(CLOCK_MONOTONIC)
    for input in campaign.seeds + (kept ?? []) { take(input, &campaign, state, &figures) }
    while figures.inputs < arguments.inputs { take(campaign.next(), &campaign, state, &figures) }
    figures.seconds = Double(nanoseconds(CLOCK_MONOTONIC) - began) / 1e9
    figures.behaviours = campaign.pool.count
    var usage = rusage()
    getrusage(0, &usage)
    figures.peakMegabytes = Double(usage.ru_maxrss) / 1024
    if arguments.keepsCorpus { try keep(campaign, name) }
    FileHandle.standardOutput.write(try JSONEncoder().encode(figures))
  }

  private func take(
    _ input: FuzzInput, _ campaign: inout FuzzCampaign, _ state: FuzzState, _ figures: inout FuzzFigures
  ) {
    state.input = FuzzText.bytes(input)
    state.count += 1
    figures.inputs += 1
    let began = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
    let outcome = campaign.run(input)
    let milliseconds = Double(nanoseconds(CLOCK_THREAD_CPUTIME_ID) - began) / 1e6
    figures.slowestMilliseconds = max(figures.slowestMilliseconds, milliseconds)
    campaign.learn(input, outcome)
    var violation = campaign.violation(of: input, outcome)
    if milliseconds > 250 { violation = "An input took more than 250 ms of processor time." }
    if let violation, figures.violations.count < 20 {
      // One input of each kind is enough.
      let kind = String(violation.prefix(60))
      if figures.violations[kind] == nil {
        figures.violations[kind] = "# \(violation)\n" + String(decoding: FuzzText.bytes(input), as: UTF8.self)
      }
    }
  }

  /// Writes the smallest inputs found, one for each kind of behaviour.
  private func keep(_ campaign: FuzzCampaign, _ name: String) throws {
    var bytes = Array(
      "# Inputs of \(name) that each bring out a behaviour of its own; made by scripts/fuzz --keep.\n".utf8)
    var seen: Set<UInt64> = []
    var kept = 0
    for input in campaign.pool where kept < 16 {
      let signature = campaign.run(input).signature
      guard seen.insert(signature).inserted else { continue }
      let smallest = campaign.minimised(input) { $0.signature == signature }
      let text = FuzzText.bytes(smallest)
      guard text.count <= campaign.target.longestKept else { continue }
      bytes += text
      kept += 1
    }
    try Data(bytes).write(to: URL(fileURLWithPath: arguments.corpusPath(name)))
  }

  private func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
