import Foundation
import LabPlan
import LabProviders
import LabRecord
import LabRunner
import LabTimeline

/// How many conversations are had at the same time in real time, with the emulator in another process of the machine.
///
/// Every step is a process of its own, so that its memory and processor time are those of its conversations alone.
/// The plan has fixed delays and no network; the overhead of a first turn is its measured voice-to-voice time less the one
/// in virtual time.
enum ConcurrencySteps {
  static let steps = [10, 50, 100, 200, 500, 1000]
  /// A conversation of the plan lasts that long, and so many times it is had on every line.
  static let rounds = 1

  /// What a step found.
  struct Reading: Codable {
    var conversations: Int
    var uplinkMilliseconds: Int
    var frameP50 = Double.nan
    var frameP99 = Double.nan
    var frameMax = Double.nan
    var overheadP50 = Double.nan
    var overheadP95 = Double.nan
    /// First turns that were to be had and were not.
    var missedTurns = 0
    var conversationMinutes = 0.0
    var cpuSeconds = 0.0
    var megabytes = 0.0
    var meanConcurrency = 0.0

    /// What the emulator used, in another process.
    var emulatorSeconds = 0.0

    var cpuPerMinute: Double { cpuSeconds / conversationMinutes }
    var emulatorPerMinute: Double { emulatorSeconds / conversationMinutes }
    /// How many processors a process keeps busy while all the conversations are under way.
    func cores(_ secondsPerMinute: Double) -> Double { secondsPerMinute * Double(conversations) / 60 }
    var megabytesEach: Double { megabytes / Double(conversations) }

    /// Why the step does not hold; empty when it does.
    var breaks: [String] {
      var reasons: [String] = []
      func check(_ holds: Bool, _ reason: String) { if !holds { reasons.append(reason) } }
      check(frameP99 <= 10, "frames are late (p99 \(plain(frameP99)) ms)")
      check(overheadP95 <= 10, "turns take longer (p95 \(plain(overheadP95)) ms over virtual time)")
      check(missedTurns == 0, "\(missedTurns) first turns are missing")
      return reasons
    }

    /// What the processors have to do with it, when they have no room left for bursts.
    ///
    /// Linux takes a core from real-time threads for 50 ms when they had it for 0.95 of a second
    /// (`/proc/sys/kernel/sched_rt_runtime_us`), so that lumps of 50 ms are what a full core looks like.
    var cause: String {
      let (client, emulator) = (cores(cpuPerMinute), cores(emulatorPerMinute))
      let processors = ProcessInfo.processInfo.activeProcessorCount
      let isFull = client + emulator >= 0.8 * Double(processors)
      return "; the client keeps \(plain(client)) and the emulator \(plain(emulator)) of \(processors) "
        + (isFull ? "processors busy: they are full" : "processors busy")
    }
  }

  static func run(_ workshop: Workshop) throws -> [Figure] {
    let only = ProcessInfo.processInfo.environment["TURNLAB_STEPS"]?.split(separator: ",").compactMap {
      Int($0)
    }
    let uplinks = ProcessInfo.processInfo.environment["TURNLAB_UPLINK"].flatMap { Int($0) }.map { [$0] }
    var figures: [Figure] = []
    for uplink in uplinks ?? [20, 100] {
      var held = 0
      for count in only ?? steps {
        let reading = try step(count, uplink: uplink, workshop)
        if reading.breaks.isEmpty { held = max(held, count) }
        guard count == (uplink == 20 ? 500 : 1000) else { continue }
        let name = "concurrency.\(count)_uplink\(uplink)ms"
        figures += [
          Figure(
            name: name + ".frame_lateness.p99", value: reading.frameP99, unit: "ms", goal: .atMost(10),
            isDecisive: false),
          Figure(
            name: name + ".overhead.p95", value: reading.overheadP95, unit: "ms", goal: .atMost(10),
            isDecisive: false),
          Figure(name: name + ".memory_each", value: reading.megabytesEach, unit: "MB", goal: .atMost(0.5)),
          // As many echoes as there are messages of sound in a minute.
          Figure(
            name: name + ".cpu_per_minute", value: reading.cpuPerMinute, unit: "s", goal: .atMost(0.1),
            ratio: .atMost(uplink == 20 ? 8 : 25),
            to: try EchoLoop(connections: 500, roundTrips: 50_000).cpu(ofRoundTrips: 60_000 / uplink)),
        ]
      }
      figures.append(
        Figure(
          name: "concurrency.held_with_uplink\(uplink)ms", value: Double(held), unit: "",
          goal: .atLeast(uplink == 20 ? 500 : 1000), isDecisive: false))
    }
    return figures
  }

  private static func step(_ count: Int, uplink: Int, _ workshop: Workshop) throws -> Reading {
    let plan = workshop.scratch("concurrency-\(count)-\(uplink).yaml")
    try text(count, uplink: uplink).write(toFile: plan, atomically: true, encoding: .utf8)
    let server = try EmulatorProcess(workshop: workshop, plan: plan, log: nil)
    let client = Process()
    let output = Pipe()
    client.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    client.arguments = [
      "--concurrency-client", plan, String(server.port), workshop.scratch("record-\(count)-\(uplink)"),
    ]
    client.currentDirectoryURL = URL(fileURLWithPath: workshop.project)
    client.standardOutput = output
    try client.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    client.waitUntilExit()
    let emulator = server.cost()
    try server.stop()
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard client.terminationStatus == 0, var reading = try? decoder.decode(Reading.self, from: data) else {
      throw BenchFailure("the step with \(count) conversations ended with status \(client.terminationStatus)")
    }
    reading.emulatorSeconds = emulator.cpu
    note(
      "\(count) conversations, \(uplink) ms uplink: frames late p50 \(plain(reading.frameP50)) p99 \(plain(reading.frameP99)) "
        + "max \(plain(reading.frameMax)) ms; overhead p50 \(plain(reading.overheadP50)) p95 \(plain(reading.overheadP95)) ms; "
        + "\(plain(reading.cpuPerMinute)) CPU s a conversation minute, \(plain(reading.megabytesEach)) MB each; mean concurrency "
        + "\(plain(reading.meanConcurrency)); emulator \(plain(reading.emulatorPerMinute)) CPU s a minute, "
        + "\(plain(emulator.megabytes)) MB"
        + (reading.breaks.isEmpty
          ? "" : "; BREAKS: " + reading.breaks.joined(separator: ", ") + reading.cause))
    return reading
  }

  /// Arrivals are spread by chance over the first seconds, so that frames fall due at all instants alike.
  private static func text(_ count: Int, uplink: Int) -> String {
    """
    name: concurrency
    corpus: Corpora/smoke
    workloads: [{ workload: tutor, loops: 2 }]
    matrix: { stt: [deepgram/nova-3], llm: [openai/gpt-4o-mini], tts: [deepgram/aura-2], network: [none] }
    repeats: \(count * rounds)
    concurrency: \(count)
    arrival: { open: { per_minute: \(count * 10), spacing: poisson } }
    settings: { silenceThresholdMs: 500, bufferSize: 320, uplinkMessageMs: \(uplink == 20 ? 0 : uplink) }
    emulation:
      deepgram/nova-3: { handshake: { fixed: { ms: 20 } }, interim: { fixed: { ms: 80 } }, final: { fixed: { ms: 50 } } }
      openai/gpt-4o-mini: { first_token: { fixed: { ms: 150 } }, token_interval: { fixed: { ms: 10 } }, sentences: [1, 1] }
      deepgram/aura-2:
        { handshake: { fixed: { ms: 20 } }, first_audio: { fixed: { ms: 120 } }, leading_silence: { fixed: { ms: 60 } } }
    """
  }

  /// The child: has the conversations of a plan with the emulator at a port, and says what it found.
  static func client(plan path: String, port: Int, record: String) throws {
    let plan = try PlanReader.read(path)
    let virtual = try voices(RunRequest(plan: plan, mode: .offline), limit: 200, at: nil, record + "-offline")
    let request = RunRequest(plan: plan, mode: .loopback)
    let before = residentMegabytes()
    var reading = Reading(conversations: plan.concurrency, uplinkMilliseconds: 0)
    let cost = ProcessCost.ofThisProcess().cpu
    let real = try voices(request, limit: .max, at: port, record)
    reading.cpuSeconds = ProcessCost.ofThisProcess().cpu - cost
    reading.megabytes = max(0, peakMegabytes() - before)
    let instrument = real.instrument
    reading.frameP50 = instrument.pacerLateness?.p50 ?? .nan
    reading.frameP99 = instrument.pacerLateness?.p99 ?? .nan
    reading.frameMax = instrument.pacerLateness?.max ?? .nan
    reading.meanConcurrency = instrument.load?.meanConcurrency ?? .nan
    reading.conversationMinutes =
      Double(instrument.load?.conversations ?? 0) * (instrument.load?.meanConversationSeconds ?? 0) / 60
    let overheads = virtual.voices.compactMap { key, value in
      real.voices[key].map { Double($0 - value) / 1e6 }
    }
    reading.missedTurns = virtual.voices.count - overheads.count
    reading.overheadP50 = percentile(overheads, 0.5)
    reading.overheadP95 = percentile(overheads, 0.95)
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    FileHandle.standardOutput.write(try encoder.encode(reading))
  }

  /// The voice-to-voice time of each conversation's first turn.
  private static func voices(
    _ request: RunRequest, limit: Int, at port: Int?, _ path: String
  ) throws -> (voices: [Int: Int64], instrument: InstrumentReading) {
    let runner = try PlanRunner(request)
    let file = try RecordFile.create(path: path, header: runner.header)
    var voices: [Int: Int64] = [:]
    let access =
      port.map { ServiceAccess.emulated(at: .init(isSecure: false, host: "127.0.0.1", port: $0)) }
      ?? .emulated()
    let instrument = try runner.run(into: file, done: [], services: access) { event in
      guard case .turnEnded(let turn) = event, turn.turn == 0 else { return }
      if let value = MetricCatalogue.voiceToVoice.measure(turn.events).value {
        voices[turn.conversation.position] = value.nanoseconds
      }
      if voices.count == limit { runner.cancel() }
    }
    return (voices, instrument)
  }

  /// The most memory that this process has had resident, in MB.
  private static func peakMegabytes() -> Double {
    var usage = rusage()
    getrusage(0, &usage)
    return Double(usage.ru_maxrss) / 1024
  }
}

/// Tells something beside the figures.
func note(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
