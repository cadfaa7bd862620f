import Foundation
import LabRecord
import LabTimeline

/// What the harness adds to a turn over real sockets, and how punctual it is beside a busy core.
///
/// The plan has fixed delays and no network, so virtual time says what a turn would take if the harness took none:
/// the overhead is loopback minus offline, turn by turn. First turns only: later ones begin where a reply ended, off
/// offline's grid of microphone frames by the overhead before them, which a detector's hops then turn into ±10 ms.
enum PipelineOverhead {
  private static let plan = "Benchmarks/overhead.yaml"

  static func run(_ workshop: Workshop) throws -> [Figure] {
    let offline = workshop.scratch("overhead-offline")
    try workshop.run(workshop.turnlab, ["run", plan, "--out", offline])
    let loopback = workshop.scratch("overhead-loopback")
    try workshop.run(workshop.turnlab, ["run", plan, "--mode", "loopback", "--out", loopback])

    let expected = try RecordedTurns(folder: offline).values(of: MetricCatalogue.voiceToVoice)
    let measured = try RecordedTurns(folder: loopback).values(of: MetricCatalogue.voiceToVoice)
    let first = expected.filter { $0.key.turn == 0 }
    let overheads = first.compactMap { key, value in measured[key].map { Double($0 - value) / 1e6 } }
    guard overheads.count == first.count, !overheads.isEmpty else {
      throw BenchFailure(
        "loopback has \(overheads.count) of the \(first.count) first turns of the offline run")
    }
    let echo = try EchoLoop(connections: 20, roundTrips: 5000)
    return [
      Figure(
        name: "loopback.overhead_per_turn.p50_of_\(overheads.count)", value: percentile(overheads, 0.5),
        unit: "ms", goal: .atMost(1), ratio: .atMost(12), to: echo.reference(0.5)),
      Figure(
        name: "loopback.overhead_per_turn.p99", value: percentile(overheads, 0.99), unit: "ms",
        goal: .atMost(5), ratio: .atMost(25), to: echo.reference(0.99)),
      try pacer(workshop),
    ]
  }

  /// Microphone frames' lateness while another thread keeps one core busy.
  private static func pacer(_ workshop: Workshop) throws -> Figure {
    let stop = Flag()
    let burner = Thread { while !stop.isSet {} }
    burner.start()
    defer { stop.set() }
    let folder = workshop.scratch("pacer")
    try workshop.run(workshop.turnlab, ["run", plan, "--mode", "loopback", "--out", folder])
    let path = folder + "/environment.json"
    let bytes = Array(FileManager.default.contents(atPath: path) ?? Data())
    let lateness = try EnvironmentFile.read(from: bytes, path: path).instrument?.pacerLateness
    return Figure(
      name: "loopback.pacer_lateness_busy_core.p99", value: lateness?.p99 ?? .infinity, unit: "ms",
      goal: .atMost(2), ratio: .atMost(20), to: .wakeUp(0.99))
  }
}

/// A flag that one thread sets and another reads.
final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false
  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}
