public import LabConversation
public import LabEmulation
public import LabPipeline
public import LabProviders
public import LabRecord
import LabTimeline
public import LabVoiceActivity

/// What a run measures: a plan file, read, checked and complete.
public struct RunPlan: Sendable {
  /// The name of the plan and the hash of its text.
  public var identity: RecordHeader.PlanIdentity
  public var workloads: [WorkloadSelection]
  public var matrix: Matrix
  /// Settings that apply in every cell, after those of the workload and the preset.
  public var settings: [Setting]
  /// How often every conversation is had in every cell.
  public var repeats: Int
  /// How many further times before that, recorded and left out of every summary.
  public var warmup: Int
  public var order: Order
  /// How many conversations are had at the same time in real time: the number of lines. Virtual time knows no
  /// concurrency.
  public var concurrency: Int
  /// What decides when a conversation begins, when a line is free.
  public var arrival = Arrival.closed
  public var seed: UInt64
  /// How emulated services behave: the shipped profiles with the plan's changes.
  public var emulation: EmulationProfiles
  /// The cassette that is played in place of emulated services; nil when there is none.
  public var playback: Playback?
  /// The devices that the matrix can name: the plan's own before the shipped ones.
  public var devices = DeviceProfile.shipped
  /// What clients do of themselves when a provider fails.
  public var recovery = RecoveryPolicy.none
  /// The programs that the plan names, as entries of the catalogue.
  public var commands: [ProviderEntry] = []
  /// The servers that the plan names, as entries of the catalogue: some of the user's own, and known providers at
  /// another address.
  public var services: [ProviderEntry] = []
  /// The price book that stands in place of the shipped one, from where the program was started; `nil` for the shipped.
  public var prices: String?
  /// How long every conversation lasts as one session, its script said again and again; nil when the script is said as
  /// often as the workload has it.
  public var sessionLength: Duration?
  /// What the plan says of a load test; nil when nothing.
  public var load: LoadSettings?
  /// How many conversations there are at most, the first of the order of work; nil for all.
  public var conversationLimit: Int?
  /// What the plan says of a soak; nil when nothing.
  public var soak: SoakSettings?
  /// The plan's own presets, which its matrix can name.
  public var presets: [PlanPreset] = []
  /// Whether every pause of the callers is recorded; nil leaves it to the policies of the cells.
  public var frontier: Bool?
  /// The programs that the plan names as detectors.
  public var detectors: [DetectorProgram] = []
  /// The networks that the plan describes itself, beside those that everybody can name.
  public var networks: [NetworkProfile] = []
  /// What every cell is held against within the run; nil when it is held against nothing.
  public var baseline: Baseline?

  /// The network of a name: one of the plan's, or one that is there for everybody.
  public func network(named name: String) -> NetworkProfile? {
    networks.first { $0.name == name } ?? NetworkProfile.named(name)
  }

  /// The networks that cells of either arm name, each once, in the order of the plan.
  public var networksInUse: [NetworkProfile] {
    var seen: Set<String> = []
    return (matrix.network + (baseline?.matrix.network ?? [])).filter { seen.insert($0).inserted }
      .compactMap { network(named: $0) }
  }

  /// A workload and the conversations it is measured on.
  public struct WorkloadSelection: Hashable, Sendable {
    public var workload: String
    /// The folder of the corpus, as the plan gives it: relative to where the program was started.
    public var corpus: String
    /// The conversations by id; all of the workload when nil.
    public var conversations: [String]?
    /// How often the caller goes through each conversation before hanging up: one long session, not several.
    public var loops = 1
  }

  /// A setting that the plan gives a value, as text that was checked.
  public struct Setting: Sendable {
    public var field: SettingField
    public var text: String
  }

  /// The axes of the matrix; every list has at least one entry, but that there may be cells of one kind only: then
  /// either `s2s` is empty, or `stt`, `llm` and `tts` are.
  public struct Matrix: Hashable, Sendable {
    public var stt: [String]
    public var llm: [String]
    public var tts: [String]
    /// Services that hear and speak by themselves; each makes cells of its own, without the three others.
    public var s2s: [String] = []
    public var vad: [String]
    public var network: [String]
    public var device: [String]
    public var preset: [String]
  }

  /// The order of work.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// Cells take turns in a seeded random order, so that a slow hour hits all of them.
    case interleaved
    /// One cell after the other.
    case sequential
  }
}

/// Where conversations run.
public enum RunMode: String, Hashable, Sendable, CaseIterable {
  /// Virtual time, emulated providers in the process, no sockets.
  case offline
  /// Real time, emulated providers on 127.0.0.1, real sockets.
  case loopback
  /// Real time, the real providers.
  case live
}
