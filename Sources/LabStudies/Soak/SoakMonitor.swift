public import LabRecord
public import LabRunner
import LabTimeline
import Synchronization

/// Watches a soak: looks at the process, saves every few minutes, and tells how it goes.
///
/// Offline the soak's clock is virtual time, one session after the other; in real time it is the machine's.
public final class SoakMonitor: Sendable {
  /// How a soak goes, told at every look.
  public struct Progress: Hashable, Sendable {
    /// What the soak's clock shows, in seconds.
    public var at: Double
    public var sessionsEnded: Int
    public var turns: Int
    /// Turns that failed or were not answered.
    public var unanswered: Int
    /// The middle voice-to-voice latency since the check before, in milliseconds.
    public var voiceToVoice: Double?
    public var sample: ResourceSample
    /// The first sample of this process.
    public var first: ResourceSample
    /// Whether a check is due: what is not a terminal is told then alone.
    public var isCheck: Bool
  }

  private struct State {
    let file: SoakFile
    let planter: ResourcePlanter?
    var first: ResourceSample?
    var nextLook: Double
    var nextCheck: Double
    var nextSave: Double
    /// Offline: the length of the sessions that are over.
    var base: Double
    var turns = 0
    var unanswered = 0
    var sessionsEnded = 0
    var latencies: [Double] = []
    /// Why a line could not be written, until the writer of the record learns of it.
    var failure: (any Error)?
  }

  private let settings: SoakSettings
  private let isOffline: Bool
  private let start: Double
  private let probe: any ResourceProbe
  private let waitingReports: @Sendable () -> Int?
  private let tell: @Sendable (Progress) -> Void
  private let state: Mutex<State>
  private let ticker = Mutex<SoakTicker?>(nil)

  /// - Parameters:
  ///   - path: The soak's file; begun anew unless the soak is resumed.
  ///   - resumption: Set when the soak goes on in a new process.
  ///   - waitingReports: How many reports of the live driver wait.
  ///   - tell: Called at every look, never while something is measured.
  public init(
    settings: SoakSettings, isOffline: Bool, path: String, resumption: SoakResumption? = nil,
    probe: any ResourceProbe = ProcessProbe(), waitingReports: @escaping @Sendable () -> Int? = { nil },
    tell: @escaping @Sendable (Progress) -> Void
  ) throws {
    self.settings = settings
    self.isOffline = isOffline
    self.probe = probe
    self.waitingReports = waitingReports
    self.tell = tell
    start = resumption?.at ?? 0
    let file = try SoakFile(path: path, settings: resumption == nil ? settings : nil)
    if let resumption { try file.write(.resumed(resumption)) }
    state = Mutex(
      State(
        file: file, planter: settings.plant.map(ResourcePlanter.init), nextLook: start,
        nextCheck: start + settings.checkSeconds, nextSave: start + settings.checkSeconds, base: start))
    if !isOffline {
      let ticker = SoakTicker(every: settings.sampleSeconds) { [weak self] in self?.tick($0) }
      self.ticker.withLock { $0 = ticker }
    }
  }

  /// Takes what the run tells, on the thread that writes the record.
  public func take(_ event: RunEvent, record: RecordFile) {
    do {
      let (progress, isSave) = try state.withLock { state in try handle(event, in: &state) }
      if isSave { try save(record) }
      if let progress { tell(progress) }
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
    }
  }

  private func handle(_ event: RunEvent, in state: inout State) throws -> (Progress?, isSaveDue: Bool) {
    switch event {
    case .started, .note: return (nil, false)
    case .turnEnded(let turn):
      note(turn, in: &state)
      guard isOffline else { return (nil, isSaveDue(at: state.nextLook, in: &state)) }
      let age = Double(turn.events.events.map(\.at.nanoseconds).max() ?? 0) / 1e9
      let at = state.base + age
      return (at >= state.nextLook ? try look(at: at, in: &state) : nil, isSaveDue(at: at, in: &state))
    case .conversationEnded(let end):
      state.sessionsEnded += 1
      guard isOffline else { return (nil, false) }
      state.base += Double(end.nanoseconds) / 1e9
      return (try look(at: state.base, in: &state), isSaveDue(at: state.base, in: &state))
    }
  }

  /// Stops looking.
  ///
  /// - Throws: why the soak's file could not be written.
  public func finish() throws {
    ticker.withLock { $0?.stop() }
    let failure = state.withLock { $0.failure }
    if let failure { throw failure }
  }

  /// Puts the record on the disk, and says so.
  private func save(_ record: RecordFile) throws {
    try record.synchronize()
    try state.withLock { state in
      let at = state.nextSave - settings.checkSeconds
      try state.file.write(.save(SoakSave(at: at, turns: state.turns)))
      state.file.synchronize()
    }
  }

  private func tick(_ elapsed: Double) {
    let progress = state.withLock { state -> Progress? in
      do {
        return try look(at: start + elapsed, in: &state)
      } catch {
        state.failure = error
        return nil
      }
    }
    if let progress { tell(progress) }
  }

  private func isSaveDue(at: Double, in state: inout State) -> Bool {
    guard at >= state.nextSave else { return false }
    while state.nextSave <= at { state.nextSave += settings.checkSeconds }
    return true
  }

  private func look(at: Double, in state: inout State) throws -> Progress {
    state.planter?.advance(to: at - start)
    var sample = probe.look(at: (at * 1e3).rounded() / 1e3)
    sample.waitingReports = waitingReports()
    try state.file.write(.sample(sample))
    let first = state.first ?? sample
    state.first = first
    state.nextLook = at + settings.sampleSeconds
    let isCheck = at >= state.nextCheck
    let progress = Progress(
      at: at, sessionsEnded: state.sessionsEnded, turns: state.turns, unanswered: state.unanswered,
      voiceToVoice: state.latencies.sorted().dropFirst(state.latencies.count / 2).first, sample: sample,
      first: first, isCheck: isCheck)
    if isCheck {
      while state.nextCheck <= at { state.nextCheck += settings.checkSeconds }
      state.latencies.removeAll()
    }
    return progress
  }

  private func note(_ turn: TurnRecord, in state: inout State) {
    state.turns += 1
    switch turn.outcome {
    case .failed, .missed: state.unanswered += 1
    case .completed, .interrupted: break
    }
    if let latency = MetricCatalogue.voiceToVoice.measure(turn.events).value {
      state.latencies.append(latency.milliseconds)
    }
  }
}
