import LabConversation
import LabEmulation
import LabPipeline
import LabPlan
import LabProviders
import LabRecord
import LabStatistics
import LabTimeline

/// Builds the pipeline of each conversation of a run.
struct PipelineFactory: Sendable {
  let plan: RunPlan
  let order: WorkOrder
  /// The cells of the order of work, with what their names stand for.
  let cells: [ResolvedCell]
  let library: CorpusLibrary
  let services: ServiceAccess
  let recordsPauses: Bool
  /// Where the conversations' turns are told.
  let turns: TurnRegistry
  /// Where it is told what is in sound that was altered on its way to a service.
  let sounds: SoundRegistry

  init(
    plan: RunPlan, order: WorkOrder, cells: [ResolvedCell], library: CorpusLibrary, services: ServiceAccess,
    turns: TurnRegistry = TurnRegistry(), sounds: SoundRegistry = SoundRegistry()
  ) {
    self.plan = plan
    self.order = order
    self.cells = cells
    self.library = library
    self.services = services
    self.turns = turns
    self.sounds = sounds
    recordsPauses = plan.recordsPauses
  }

  /// A conversation as its pipeline is to be built.
  private struct Session {
    let conversation: ConversationIdentity
    let cell: ResolvedCell
    var settings: SessionSettings
    var script: CallerScript
    /// What speech to text is told to expect, and the voice speaks.
    var language: String { script.utterances.first?.language ?? cell.workload.language }
  }

  /// - Parameter continuation: Where a session was cut off that goes on; nil for one that begins.
  /// - Throws: what is wrong with the sound of the caller, the detector or a sample rate.
  func pipeline(
    for conversation: ConversationIdentity, continuing continuation: SessionContinuation? = nil
  ) throws -> ConversationPipeline {
    let session = try session(conversation, continuing: continuation)
    var (setup, speechRate) =
      switch session.cell.services {
      case .pipeline(let stt, let llm, let tts): try setup(of: session, stt, llm, tts)
      case .speechToSpeech(let service): try setup(of: session, service)
      }
    setup = try withBargeIn(setup)
    setup.device = device(of: session.cell)
    return ConversationPipeline(setup: try withNetwork(setup, of: session, speechRate: speechRate))
  }

  private func session(
    _ conversation: ConversationIdentity, continuing continuation: SessionContinuation?
  ) throws -> Session {
    let cell = cells[conversation.cell]
    let rate = cell.settings.sampleRate
    var session = Session(
      conversation: conversation, cell: cell, settings: cell.settings,
      script: try library.script(
        corpus: cell.selection.corpus, conversation: conversation.name, sampleRate: rate))
    let filling = plan.sessionLength.map { session.script.loops(filling: $0, sampleRate: rate) }
    if let continuation {
      session.script = session.script.rotated(by: continuation.turns)
      session.settings.sessionDuration = max(
        .seconds(1), session.settings.sessionDuration - continuation.elapsed)
    }
    session.script = session.script.looped(max(cell.selection.loops, filling ?? 1))
    return session
  }

  private func setup(
    of session: Session, _ stt: ResolvedCell.Service, _ llm: ResolvedCell.Service,
    _ tts: ResolvedCell.Service
  ) throws -> (PipelineSetup, speechRate: Int) {
    let (detector, segmenter) = try session.cell.detector.make(settings: session.settings)
    let rate = session.settings.sampleRate
    let recogniser = try stt.entry.makeSpeechToText(configuration(of: stt, in: session, sampleRate: rate))
    let model = try llm.entry.makeLanguageModel(configuration(of: llm, in: session, sampleRate: rate))
    let synthesiser = try tts.entry.makeTextToSpeech(
      configuration(of: tts, in: session, sampleRate: Self.speechRate(of: tts.entry)))
    var setup = PipelineSetup(
      conversation: session.conversation, settings: session.settings,
      systemPrompt: session.cell.workload.systemPrompt, script: session.script, detector: detector,
      segmenter: segmenter, makeSpeechToText: { recogniser }, makeLanguageModel: { model },
      makeTextToSpeech: { synthesiser }, recovery: session.cell.recovery)
    setup.recordsPauses = recordsPauses
    return (setup, synthesiser.sampleRate)
  }

  private func setup(
    of session: Session, _ service: ResolvedCell.Service
  ) throws -> (PipelineSetup, speechRate: Int) {
    let (detector, segmenter) = try session.cell.detector.make(settings: session.settings)
    var asked = configuration(of: service, in: session, sampleRate: session.settings.sampleRate)
    asked.speechToSpeech.instructions = session.cell.workload.systemPrompt
    // The silence that ends a turn is the plan's, whoever listens for it.
    asked.speechToSpeech.silence = session.settings.silenceThreshold
    asked.speechToSpeech.interrupts = session.settings.canBeInterrupted
    let voice = try service.entry.makeSpeechToSpeech(asked)
    let setup = PipelineSetup(
      conversation: session.conversation, settings: session.settings, script: session.script,
      detector: detector, segmenter: segmenter, makeSpeechToSpeech: { voice },
      recovery: session.cell.recovery)
    return (setup, voice.sampleRate)
  }

  private func configuration(
    of service: ResolvedCell.Service, in session: Session, sampleRate: Int
  ) -> SessionConfiguration {
    let cell = session.cell.cell
    let key = service.entry.keyVariable.flatMap { services.key($0, cell.arm) }
    var configuration = SessionConfiguration(
      endpoint: services.overLeg(cell.network, service.entry.id) ?? services.endpoint,
      basePath: services.isEmulated ? service.emulatedBasePath : nil, apiKey: APIKey(key ?? ""),
      sampleRate: sampleRate, language: session.language, sessionID: Self.session(of: session.conversation),
      patience: session.cell.recovery.patience)
    configuration.speechToText.preRoll = session.settings.preRoll
    return configuration
  }

  /// The sample rate of synthesised speech, in Hz: what most services give by themselves, or the one that an
  /// engine has.
  private static func speechRate(of entry: ProviderEntry) -> Int {
    entry.sampleRates.contains(24_000) ? 24_000 : entry.sampleRates.first ?? 24_000
  }

  private func withNetwork(
    _ setup: PipelineSetup, of session: Session, speechRate: Int
  ) throws -> PipelineSetup {
    guard let legs = session.cell.network.legs else { return setup }
    var setup = setup
    setup.recordsConnecting = true
    setup.media = try legs.media.map { leg in
      let name = "media/\(session.cell.network.name)/\(Self.session(of: session.conversation))"
      return try MediaLeg(
        leg, generator: SeededGenerator(seed: session.cell.drawSeed, stream: name),
        microphoneRate: setup.settings.sampleRate, speechRate: speechRate)
    }
    return setup
  }

  /// Only emulated services that go wrong by plan have to know which call of which turn they get.
  func announcement(of conversation: ConversationIdentity) -> CallAnnouncement? {
    let cell = cells[conversation.cell]
    guard services.isEmulated, cell.hasFaults else { return nil }
    return CallAnnouncement(
      conversation: String(conversation.position), session: Self.session(of: conversation),
      providers: cell.cell.providers)
  }

  /// The name under which a conversation's sessions are known to the services.
  ///
  /// It does not name the cell: emulated services draw their latencies by it, so that two cells with a
  /// service in common draw the same latencies for the same conversation, and differ only where they differ.
  static func session(of conversation: ConversationIdentity) -> String {
    "\(conversation.name).\(conversation.iteration)"
  }
}
