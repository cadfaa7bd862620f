public import LabConversation
public import LabEmulation
public import LabProviders
public import LabRecord
public import LabTimeline

/// A cell with everything that the names in it stand for, looked up once for the whole run.
public struct ResolvedCell: Sendable {
  public let cell: Cell
  /// What the plan says of the cell's workload.
  public let selection: RunPlan.WorkloadSelection
  public let workload: Workload
  public let settings: SessionSettings
  public let services: Services
  public let network: NetworkProfile
  /// The caller's device; `nil` for one that takes no time and never gets warm.
  public let device: DeviceProfile?
  public let detector: DetectorKind
  public let recovery: RecoveryPolicy
  /// The seed of what chance deals to the arm's services and networks.
  public let drawSeed: UInt64
  /// Whether emulated services of the arm go wrong by plan.
  public let hasFaults: Bool

  /// A service of a cell.
  public struct Service: Sendable {
    public let entry: ProviderEntry
    /// What its paths begin with at the emulated service; `nil` when they begin as at the real one.
    public let emulatedBasePath: String?
  }

  /// The services of a cell: three, or one that hears and speaks by itself.
  public enum Services: Sendable {
    case pipeline(stt: Service, llm: Service, tts: Service)
    case speechToSpeech(Service)

    /// All of them in the order of a turn.
    public var inOrder: [(stage: Stage, service: Service)] {
      Stage.allCases.compactMap { stage in all[stage].map { (stage, $0) } }
    }

    /// All of them by what they do.
    public var all: [Stage: Service] {
      switch self {
      case .pipeline(let stt, let llm, let tts): [.stt: stt, .llm: llm, .tts: tts]
      case .speechToSpeech(let service): [.s2s: service]
      }
    }
  }

  /// - Throws: a ``RunError`` that lists every name that the plan does not know.
  public init(_ cell: Cell, in plan: RunPlan) throws(RunError) {
    var unknown: [String] = []
    func found<Value>(_ value: Value?, _ name: String, _ what: String) -> Value? {
      if value == nil { unknown.append("“\(name)” is not a \(what) of the plan") }
      return value
    }
    let selection = found(
      plan.workloads.first { $0.workload == cell.workload }, cell.workload, "workload")
    let workload = found(WorkloadCatalogue.named(cell.workload), cell.workload, "known workload")
    let preset = found(plan.preset(named: cell.preset, arm: cell.arm), cell.preset, "preset")
    let network = found(plan.network(named: cell.network), cell.network, "network")
    let detector = found(plan.detector(named: cell.vad), cell.vad, "detector")
    func service(_ id: String) -> Service? {
      found(plan.catalogue.entries.first { $0.id == id }, id, "provider").map {
        Service(entry: $0, emulatedBasePath: plan.emulatedBasePath(of: id, arm: cell.arm))
      }
    }
    let services: Services?
    if cell.isSpeechToSpeech {
      services = service(cell.llm).map(Services.speechToSpeech)
    } else {
      let (stt, llm, tts) = (service(cell.stt), service(cell.llm), service(cell.tts))
      services = stt.flatMap { stt in
        llm.flatMap { llm in tts.map { .pipeline(stt: stt, llm: llm, tts: $0) } }
      }
    }
    let device = plan.devices.first { $0.name == cell.device }
    if cell.device != Cell.none { _ = found(device, cell.device, "device") }
    guard unknown.isEmpty, let selection, let workload, let preset, let network, let detector,
      let services
    else {
      throw RunError(
        .invalidPlan, "The cell “\(cell.name)” of the plan “\(plan.name)” cannot be measured.",
        hint: "Correct the names.", problems: unknown)
    }
    self.cell = cell
    self.selection = selection
    self.workload = workload
    self.settings = plan.settings(of: workload, preset: preset, arm: cell.arm)
    self.services = services
    self.network = network
    self.device = device
    self.detector = detector
    recovery = plan.recovery(of: cell.arm)
    drawSeed = plan.drawSeed(of: cell.arm)
    hasFaults = !plan.emulation(of: cell.arm).faults.isEmpty
  }
}
