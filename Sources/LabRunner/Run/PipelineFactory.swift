import LabConversation
public import LabEmulation
import LabPipeline
public import LabProviders
public import LabRecord
import LabStatistics
import LabTimeline
import LabWorkloads

/// Builds the pipeline of each conversation of a run.
struct PipelineFactory: Sendable {
  let plan: RunPlan
  let order: WorkOrder
  let library: CorpusLibrary
  let services: ServiceAccess
  /// Where the conversations' turns are told.
  var turns = TurnRegistry()
  /// Where it is told what is in sound that was altered on its way to a service.
  var sounds = SoundRegistry()
  /// Takes what is done otherwise than a cassette has it.
  var deviations = DeviationLog()

  func settings(of cell: Cell) throws -> SessionSettings {
    try plan.settings(workload: cell.workload, preset: cell.preset, arm: cell.arm)
  }

  /// The sample rate of synthesised speech, in Hz: what most services give by themselves, or the one that an engine has.
  private static func speechRate(of entry: ProviderEntry) -> Int {
    entry.sampleRates.contains(24_000) ? 24_000 : entry.sampleRates.first ?? 24_000
  }

  /// What the plan says about a cell's workload.
  func selection(of cell: Cell) -> RunPlan.WorkloadSelection {
    guard let selection = plan.workloads.first(where: { $0.workload == cell.workload }) else {
      preconditionFailure("the order of work has a cell of a workload that the plan lacks: \(cell.workload)")
    }
    return selection
  }

  /// - Parameter continuation: Where a session was cut off that goes on; nil for one that begins.
  func pipeline(
    for conversation: ConversationIdentity, continuing continuation: SessionContinuation? = nil
  ) throws -> ConversationPipeline {
    let cell = order.cells[conversation.cell]
    var settings = try settings(of: cell)
    let selection = selection(of: cell)
    var script = try library.script(
      corpus: selection.corpus, conversation: conversation.name, sampleRate: settings.sampleRate)
    let loops = max(
      selection.loops,
      plan.sessionLength.map { script.loops(filling: $0, sampleRate: settings.sampleRate) } ?? 1)
    if let continuation {
      script = script.rotated(by: continuation.turns)
      settings.sessionDuration = max(.seconds(1), settings.sessionDuration - continuation.elapsed)
    }
    let (detector, segmenter) = try plan.detector(named: cell.vad).make(settings: settings)
    let workload = WorkloadCatalogue.named(cell.workload)
    let language = script.utterances.first?.language ?? "en"
    let recovery = plan.recovery(of: cell.arm)
    let catalogue = plan.catalogue
    func configuration(_ id: String, sampleRate: Int) throws -> SessionConfiguration {
      let key = try catalogue.entry(id).keyVariable.flatMap { services.key($0, cell.arm) }
      var configuration = SessionConfiguration(
        endpoint: services.overLeg(cell.network, id) ?? services.endpoint,
        basePath: services.isEmulated ? plan.emulatedBasePath(of: id, arm: cell.arm) : nil,
        apiKey: APIKey(key ?? ""), sampleRate: sampleRate, language: language,
        sessionID: Self.session(of: conversation), patience: recovery.patience)
      configuration.speechToText.preRoll = settings.preRoll
      return configuration
    }
    if cell.isSpeechToSpeech {
      var asked = try configuration(cell.llm, sampleRate: settings.sampleRate)
      asked.speechToSpeech.instructions = workload?.systemPrompt ?? ""
      // The silence that ends a turn is the plan's, whoever listens for it.
      asked.speechToSpeech.silence = settings.silenceThreshold
      asked.speechToSpeech.interrupts = settings.canBeInterrupted
      let session = try catalogue.makeSpeechToSpeech(cell.llm, configuration: asked)
      let setup = PipelineSetup(
        conversation: conversation, settings: settings, script: script.looped(loops), detector: detector,
        segmenter: segmenter, makeSpeechToSpeech: { session }, recovery: recovery,
        announcement: announcement(of: conversation, in: cell))
      return try pipeline(setup, conversation, speechRate: session.sampleRate)
    }
    let stt = try catalogue.makeSpeechToText(
      cell.stt, configuration: configuration(cell.stt, sampleRate: settings.sampleRate))
    let llm = try catalogue.makeLanguageModel(
      cell.llm, configuration: configuration(cell.llm, sampleRate: settings.sampleRate))
    let tts = try catalogue.makeTextToSpeech(
      cell.tts,
      configuration: configuration(cell.tts, sampleRate: Self.speechRate(of: catalogue.entry(cell.tts))))
    var setup = PipelineSetup(
      conversation: conversation, settings: settings, systemPrompt: workload?.systemPrompt ?? "",
      script: script.looped(loops), detector: detector, segmenter: segmenter,
      makeSpeechToText: { stt }, makeLanguageModel: { llm }, makeTextToSpeech: { tts },
      recovery: recovery, announcement: announcement(of: conversation, in: cell))
    setup.recordsPauses = try plan.recordsPauses()
    return try pipeline(setup, conversation, speechRate: tts.sampleRate)
  }

  /// Adds what the cell's device and network ask of the pipeline itself.
  private func pipeline(
    _ setup: PipelineSetup, _ conversation: ConversationIdentity, speechRate: Int
  ) throws -> ConversationPipeline {
    let cell = order.cells[conversation.cell]
    var setup = try withBargeIn(setup, in: cell)
    setup.device = try device(of: cell)
    return ConversationPipeline(setup: try withNetwork(setup, conversation, speechRate: speechRate))
  }

  private func withNetwork(
    _ setup: PipelineSetup, _ conversation: ConversationIdentity, speechRate: Int
  ) throws -> PipelineSetup {
    let cell = order.cells[conversation.cell]
    guard let legs = plan.network(named: cell.network)?.legs else { return setup }
    var setup = setup
    setup.recordsConnecting = true
    setup.media = try legs.media.map { leg in
      let name = "media/\(cell.network)/\(Self.session(of: conversation))"
      return try MediaLeg(
        leg, generator: SeededGenerator(seed: plan.drawSeed(of: cell.arm), stream: name),
        microphoneRate: setup.settings.sampleRate, speechRate: speechRate)
    }
    return setup
  }

  /// Only emulated services that go wrong by plan have to know which call of which turn they get.
  private func announcement(
    of conversation: ConversationIdentity, in cell: Cell
  ) -> PipelineSetup.Announcement? {
    guard services.isEmulated, !plan.emulation(of: cell.arm).faults.isEmpty else { return nil }
    return PipelineSetup.Announcement(
      conversation: String(conversation.position), session: Self.session(of: conversation),
      providers: cell.isSpeechToSpeech
        ? [.s2s: cell.llm] : [.stt: cell.stt, .llm: cell.llm, .tts: cell.tts])
  }

  /// The name under which a conversation's sessions are known to the services.
  ///
  /// It does not name the cell: emulated services draw their latencies by it, so that two cells with a service in
  /// common draw the same latencies for the same conversation, and differ only where they differ.
  static func session(of conversation: ConversationIdentity) -> String {
    "\(conversation.name).\(conversation.iteration)"
  }
}

/// How services are reached: where they are and with which keys.
public struct ServiceAccess: Sendable {
  /// Where all services are, in place of their own addresses.
  public var endpoint: Endpoint?
  /// The key of a provider; the environment variable's name and the arm are given.
  public var key: @Sendable (String, Cell.Arm) -> String?
  /// Whether the services are emulated, and may therefore go wrong by plan.
  public var isEmulated = false
  /// Where a provider is reached over a network, by their names, when that is not where all services are.
  public var overLeg: @Sendable (_ network: String, _ provider: String) -> Endpoint? = { _, _ in nil }
  /// Where a request is really sent, given what goes wrong with it before it has a connection.
  public var door: @Sendable (ConnectionRequest, FaultRule) -> ConnectionRequest = { request, _ in request }

  public init(endpoint: Endpoint?, key: @escaping @Sendable (String, Cell.Arm) -> String?) {
    self.endpoint = endpoint
    self.key = key
  }

  /// Emulated services, which take any key, and tell arms apart by it.
  public static func emulated(at endpoint: Endpoint? = nil) -> ServiceAccess {
    var access = ServiceAccess(endpoint: endpoint) { _, arm in EmulatedArms.key(of: arm) }
    access.isEmulated = true
    return access
  }
}
