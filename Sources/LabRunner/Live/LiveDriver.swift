public import LabEmulation
public import LabPipeline
public import LabProviders
public import LabRecord
public import LabTimeline
public import LabTransport
import Synchronization

/// Moves conversations in real time, over real sockets.
///
/// One thread owns every conversation: it waits for whichever comes first, an arrival or the next deadline,
/// and hands both to the same structs that the offline driver moves. Deadlines are absolute, so work done
/// late makes nothing after it late. Arrivals carry the stamp of the thread that read them off the socket.
public final class LiveDriver: Sendable {
  /// A conversation that is still to run.
  public struct Job: Sendable {
    public let position: Int
    /// When it is due on the run's clock; `nil` when it begins as soon as a line is free.
    public let due: LabInstant?
    /// How it announces its calls to emulated services that go wrong by plan; nil for no announcing.
    public let announcement: CallAnnouncement?
    /// Builds the pipeline when the conversation's turn has come.
    public let makePipeline: @Sendable () throws -> ConversationPipeline

    public init(
      position: Int, due: LabInstant? = nil, announcement: CallAnnouncement? = nil,
      makePipeline: @escaping @Sendable () throws -> ConversationPipeline
    ) {
      self.position = position
      self.due = due
      self.announcement = announcement
      self.makePipeline = makePipeline
    }
  }

  /// What the driver tells while it runs. It is called on the driver's thread and must return at once.
  public enum Report: Sendable {
    case turnEnded(TurnRecord)
    case conversationEnded(ConversationRecord)
    /// What happens at the wire of a conversation; told by a driver that is tapped.
    case tapped(WireTap, position: Int)
    /// A conversation could not be set up.
    case failed(position: Int, any Error)
    /// All jobs are done or the run was cancelled; nothing follows.
    case finished(InstrumentReading)
  }

  /// What is done for services of our own that go wrong by plan.
  public struct Detour: Sendable {
    /// Where the conversations' turns are told.
    public var turns: TurnRegistry
    /// Where it is told what is in sound that was altered on its way.
    public var sounds: SoundRegistry
    /// Where a request is really sent.
    public var redirect: @Sendable (ConnectionRequest) -> ConnectionRequest

    /// Sends every request where it wants to go.
    public init(
      turns: TurnRegistry = TurnRegistry(), sounds: SoundRegistry = SoundRegistry(),
      redirect: @escaping @Sendable (ConnectionRequest) -> ConnectionRequest = { $0 }
    ) {
      self.turns = turns
      self.sounds = sounds
      self.redirect = redirect
    }
  }

  private let jobs: [Job]
  private let concurrency: Int
  private let start: LabInstant
  private let settings: TransportSettings
  private let isTapped: Bool
  private let detour: Detour
  private let report: @Sendable (Report) -> Void
  private let inbox = DriverInbox()
  private let cancelled = Atomic(false)

  /// - Parameters:
  ///   - jobs: In the order in which they are begun.
  ///   - concurrency: How many conversations run at the same time: the number of lines.
  ///   - start: What the run's clock shows at first; later than its origin when a schedule is taken up again.
  ///   - settings: Of the sockets.
  ///   - detour: For services that go wrong by plan.
  ///   - isTapped: Whether everything at the wire is reported.
  ///   - report: Called on the driver's thread.
  public init(
    jobs: [Job], concurrency: Int, start: LabInstant = .origin, settings: TransportSettings,
    detour: Detour = Detour(), isTapped: Bool = false,
    report: @escaping @Sendable (Report) -> Void
  ) {
    self.jobs = jobs
    self.concurrency = max(1, concurrency)
    self.start = start
    self.settings = settings
    self.isTapped = isTapped
    self.detour = detour
    self.report = report
  }

  /// Stops as soon as possible; conversations under way are left unfinished.
  public func cancel() {
    cancelled.store(true, ordering: .relaxed)
    inbox.wake()
  }

  /// Runs all jobs and returns when they are done.
  public func run() throws {
    // A crowd keeps them awake by itself, and an idle one that spins takes from the core that it may share.
    let awake = concurrency < WakeUpPulse.crowd ? AwakeProcessors() : nil
    defer { withExtendedLifetime(awake) {} }
    let transports = try LiveTransports(settings: settings, sink: inbox)
    let worker = concurrency < WakeUpPulse.throng ? nil : HearingWorker()
    let helper = try worker.map { worker in
      try DedicatedThread(priority: reservation(percent: 50)) { worker.work() }
    }
    defer {
      worker?.end()
      helper?.join()
    }
    let priority = worker == nil ? settings.priority : reservation(percent: 90)
    let thread = try DedicatedThread(priority: priority) { [self] in
      var loop = LiveLoop(
        jobs: jobs, concurrency: concurrency, start: start, transports: transports, inbox: inbox,
        worker: worker, detour: detour, isTapped: isTapped, report: report)
      loop.run { cancelled.load(ordering: .relaxed) }
      report(.finished(loop.meter.reading()))
    }
    thread.join()
    try transports.shutdown()
  }

  /// A throng fills the processors. Frames that wait there behind messages would fall due all together, and
  /// their own messages after them.
  private func reservation(percent: Int) -> ThreadPriority {
    settings.priority == .ordinary ? .ordinary : .reservedIfPermitted(percent: percent)
  }
}
