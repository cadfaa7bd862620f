import Foundation
import LabAnalysis
import LabEmulation
import LabStatistics
import LabTimeline

/// The same requests through the kernel's own `tc netem` and through emulated legs: median and p95 of their times.
///
/// netem needs root and a kernel that has it. Where this machine's has not, a User Mode Linux runs it as a program; where
/// there is none either, nothing is measured and the reason is printed.
enum NetemComparison {
  /// A way and what is asked over it.
  private struct Case {
    let name: String
    let connections: Int
    let requests: Int
    let up: Int
    let down: Int
    /// What netem is told.
    let netem: String
    /// The same as a leg.
    let path: PathProfile
  }

  private static let think = Duration.milliseconds(5)
  private static let pause = Duration.milliseconds(20)

  private static func path(
    _ delay: Double, jitter: Jitter = Jitter(), loss: LossModel = .none, megabits: Double
  ) -> PathProfile {
    PathProfile(
      delay: Duration(milliseconds: delay), jitter: jitter, loss: loss,
      bottleneck: .init(bitsPerSecond: megabits * 1e6))
  }

  /// The ways are long, so that what the guest and its Python take themselves, a millisecond or two, is little beside them.
  /// netem keeps the order of packets only when it has a rate, as paths here do. Losses are chosen such that the 95th
  /// percentile lies inside the requests that met one, not on their edge, where a few requests more or less decide.
  private static let cases = [
    Case(
      name: "delay", connections: 8, requests: 60, up: 400, down: 300,
      netem: "delay 80ms rate 100mbit", path: path(80, megabits: 100)),
    Case(
      name: "jitter", connections: 8, requests: 150, up: 400, down: 300,
      netem: "delay 80ms 8ms distribution normal rate 100mbit",
      path: path(80, jitter: Jitter(.milliseconds(8), shape: .normal), megabits: 100)),
    Case(
      name: "loss", connections: 8, requests: 150, up: 400, down: 300,
      netem: "delay 80ms loss 5% rate 100mbit", path: path(80, loss: .independent(0.05), megabits: 100)),
    Case(
      name: "bursts", connections: 8, requests: 150, up: 400, down: 300,
      netem: "delay 80ms loss gemodel 5% 60% 100% 0% rate 100mbit",
      path: path(80, loss: .gilbertElliott(.init(enter: 0.05, leave: 0.6)), megabits: 100)),
    Case(
      name: "window", connections: 4, requests: 60, up: 400, down: 60_000,
      netem: "delay 80ms rate 20mbit", path: path(80, megabits: 20)),
    Case(
      name: "slow", connections: 4, requests: 60, up: 2000, down: 12_000,
      netem: "delay 80ms rate 1mbit", path: path(80, megabits: 1)),
    Case(
      name: "all", connections: 8, requests: 150, up: 400, down: 300,
      netem: "delay 80ms 8ms distribution normal loss 5% rate 5mbit",
      path: path(
        80, jitter: Jitter(.milliseconds(8), shape: .normal), loss: .independent(0.05), megabits: 5)),
  ]

  static func run(_ workshop: Workshop) throws -> [Figure] {
    let kernel: NetemKernel
    switch NetemKernel.find(workshop) {
    case .found(let found): kernel = found
    case .missing(let reason):
      FileHandle.standardError.write(Data("bench: netem is left out: \(reason)\n".utf8))
      return []
    }
    let out = workshop.scratch("netem")
    try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    let lines = cases.map { item in
      "\(item.name) \(item.connections) \(item.requests) \(item.up) \(item.down) 0.005 0.02 \(item.netem)"
    }
    let list = workshop.scratch("netem-cases")
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: list))
    try kernel.measure(cases: list, out: out, workshop)
    return try cases.flatMap { item -> [Figure] in
      let text = try String(contentsOfFile: "\(out)/\(item.name)", encoding: .utf8)
      let theirs = text.split(separator: "\n").compactMap { Double($0) }
      guard theirs.count == item.connections * item.requests else {
        throw BenchFailure("netem answered \(theirs.count) requests of “\(item.name)”")
      }
      let ours = emulate(item, tick: kernel.tick)
      return [("median", 0.5), ("p95", 0.95)].flatMap { name, p -> [Figure] in
        let (their, our) = (percentile(theirs, p), percentile(ours, p))
        print("  netem \(item.name) \(name): kernel \(plain(their)) ms, leg \(plain(our)) ms")
        return [
          Figure(
            name: "netem.\(item.name).\(name)_off", value: abs(our - their) / their * 100, unit: "%",
            goal: .atMost(5))
        ]
      }
    }
  }

  // MARK: The same over legs

  /// As many requests as netem had, ten times over, so that chance is on its side alone.
  private static func emulate(_ item: Case, tick: Duration) -> [Double] {
    var leg = LegProfile(item.path)
    leg.tcp.tick = tick
    return (0..<item.connections * 10).flatMap { connection in
      requests(item, leg, SeededGenerator(seed: 1, stream: "\(item.name)/\(connection)"))
    }
  }

  private enum Step { case ask, answer }

  private static func requests(_ item: Case, _ leg: LegProfile, _ generator: SeededGenerator) -> [Double] {
    var shared = SharedLeg(leg, generator: generator)
    var stream = StreamConnection(leg, isSecure: false, generator: generator, looksUp: false, at: .origin)
    var events: [StreamConnection.Event] = []
    var next: (at: LabInstant, step: Step)?
    var asked = LabInstant.origin
    var (missingUp, missingDown) = (item.up, item.down)
    var times: [Double] = []
    while times.count < item.requests, let now = [next?.at, stream.due].compactMap({ $0 }).min() {
      if let due = next, due.at <= now {
        next = nil
        if due.step == .ask { asked = now }
        stream.write(due.step == .ask ? item.up : item.down, due.step == .ask ? .up : .down, at: now)
      }
      stream.advance(to: now, over: &shared, into: &events)
      for event in events {
        switch event {
        case .ready: next = (now + pause, .ask)
        case .arrived(.up, let bytes):
          missingUp -= bytes
          guard missingUp <= 0 else { continue }
          missingUp += item.up
          next = (now + think, .answer)
        case .arrived(.down, let bytes):
          missingDown -= bytes
          guard missingDown <= 0 else { continue }
          missingDown += item.down
          times.append((now - asked).milliseconds)
          next = (now + pause, .ask)
        }
      }
      events.removeAll(keepingCapacity: true)
    }
    return times
  }
}

/// A kernel that has netem: this machine's, or a User Mode Linux.
struct NetemKernel {
  /// Given when there is a User Mode Linux to start.
  private let program: String?
  private let python: String
  /// The grain of its timers.
  let tick: Duration

  enum Finding {
    case found(NetemKernel)
    case missing(String)
  }

  static func find(_ workshop: Workshop) -> Finding {
    guard getuid() == 0 else { return .missing("tc netem needs root, in a network namespace of its own.") }
    guard let python = executable("python3"), executable("tc") != nil else {
      return .missing("it needs python3 and tc; on Debian: apt-get install python3 iproute2")
    }
    let probe = "ip link set lo up && tc qdisc add dev lo root netem delay 1ms && ip netns add turnlab-probe"
    if works(workshop, ["unshare", "-n", "-m", "bash", "-c", "mount -t tmpfs tmp /run && \(probe)"]) {
      return .found(NetemKernel(program: nil, python: python, tick: .milliseconds(4)))
    }
    guard let program = ProcessInfo.processInfo.environment["TURNLAB_UML"] ?? executable("linux.uml"),
      executable("insmod") != nil
    else {
      return .missing(
        "this kernel has no netem, and there is no User Mode Linux that has; on Debian: apt-get install user-mode-linux kmod"
      )
    }
    // Debian builds it with 100 ticks a second.
    return .found(NetemKernel(program: program, python: python, tick: .milliseconds(10)))
  }

  private static func executable(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return (path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"])
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func works(_ workshop: Workshop, _ words: [String]) -> Bool {
    do {
      try workshop.run("/usr/bin/env", words)
      return true
    } catch {
      return false
    }
  }

  /// Runs all cases and waits for them.
  func measure(cases: String, out: String, _ workshop: Workshop) throws {
    let script = "\(workshop.project)/Benchmarks/netem/measure.sh"
    guard let program else {
      try workshop.run(
        "/usr/bin/env",
        [
          "unshare", "-n", "-m", "bash", "-c",
          "mount -t tmpfs tmp /run && exec '\(script)' '\(cases)' '\(out)' '\(python)' x",
        ])
      return
    }
    // The first process gets its words from a file of its own; the kernel's command line has room for few.
    let first = workshop.scratch("netem-first")
    let modules = ProcessInfo.processInfo.environment["TURNLAB_UML_MODULES"] ?? ""
    let text =
      "#!/bin/bash\nexport TURNLAB_UML_MODULES='\(modules)'\nexec '\(script)' '\(cases)' '\(out)' '\(python)'\n"
    try Data(text.utf8).write(to: URL(filePath: first))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: first)
    // Its own end is no success: it halts.
    _ = Self.works(
      workshop,
      [
        "chrt", "-f", "1", program, "rootfstype=hostfs", "root=/dev/root", "rw", "mem=512M",
        "init=\(first)", "con=null", "con0=null,null", "quiet",
      ])
  }
}
