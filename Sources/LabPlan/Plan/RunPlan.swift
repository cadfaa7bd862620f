public import LabConversation
public import LabEmulation
public import LabProviders
public import LabRecord
import LabTimeline
public import LabVoiceActivity

/// What a run measures: read from a plan file, or made in Swift.
///
/// Names in it, such as those of the matrix, are looked up once, when a run begins; ``problems`` says which
/// are unknown and what else is wrong.
public struct RunPlan: Sendable {
  /// The name, after which folders are called.
  public var name: String
  /// The SHA-256 of the file that the plan was read from; `nil` when it was made in Swift.
  var fileDigest: String?
  public var workloads: [WorkloadSelection]
  public var matrix: Matrix
  /// Settings that apply in every cell, after those of the workload and the preset.
  public var settings: [SettingValue]
  /// How often every conversation is run in every cell.
  public var repeats: Int
  /// How many further times before that, recorded and left out of every summary.
  public var warmup = 0
  public var order = Order.interleaved
  /// How many conversations run at the same time in real time: the number of lines. Virtual time knows no
  /// concurrency.
  public var concurrency = 1
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
  public var commands: [ProviderEntry] = [] { didSet { updateCatalogue() } }
  /// The servers that the plan names, as entries of the catalogue: some of the user's own, and known
  /// providers at another address. Emulated runs need a profile for each in ``emulation``.
  public var services: [ProviderEntry] = [] { didSet { updateCatalogue() } }
  /// The known providers with the programs and servers of the plan.
  public private(set) var catalogue = ProviderCatalogue.standard
  /// The price book that stands in place of the shipped one, from where the program was started; `nil` for
  /// the shipped.
  public var prices: String?
  /// How long every conversation lasts as one session, its script said again and again; nil when the script
  /// is said as often as the workload has it.
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

  /// A plan with the defaults of a plan file; everything else can be set afterwards.
  public init(
    name: String, workloads: [WorkloadSelection], matrix: Matrix, settings: [SettingValue] = [],
    repeats: Int = 1, seed: UInt64 = 1, emulation: EmulationProfiles = .shipped
  ) {
    self.name = name
    self.workloads = workloads
    self.matrix = matrix
    self.settings = settings
    self.repeats = repeats
    self.seed = seed
    self.emulation = emulation
  }

  private mutating func updateCatalogue() {
    catalogue = ProviderCatalogue.standard.adding(commands).replacing(services)
  }

  /// The order of work.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// Cells take turns in a seeded random order, so that a slow hour hits all of them.
    case interleaved
    /// One cell after the other.
    case sequential
  }

  /// A workload and the conversations it is measured on.
  public struct WorkloadSelection: Hashable, Sendable {
    public var workload: String
    /// The folder of the corpus, as the plan gives it: relative to where the program was started.
    public var corpus: String
    /// The conversations by id; all of the workload when nil.
    public var conversations: [String]?
    /// How often the caller goes through each conversation before hanging up: one long session, not several.
    public var loops: Int

    /// The corpus of plans that name none.
    public static let standardCorpus = "Corpora/dialogues"

    public init(
      _ workload: String, corpus: String = standardCorpus, conversations: [String]? = nil, loops: Int = 1
    ) {
      self.workload = workload
      self.corpus = corpus
      self.conversations = conversations
      self.loops = loops
    }
  }

  /// The axes of the matrix. Cells of three services have a value on each of `stt`, `llm` and `tts`, those of
  /// speech-to-speech services one on `s2s`; a matrix can have cells of both kinds.
  public struct Matrix: Hashable, Sendable {
    public var stt: [String]
    public var llm: [String]
    public var tts: [String]
    /// Services that hear and speak by themselves; each makes cells of its own, without the three others.
    public var s2s: [String]
    /// Empty for the detector of each workload.
    public var vad: [String]
    public var network: [String]
    public var device: [String]
    public var preset: [String]

    public init(
      stt: [String] = [], llm: [String] = [], tts: [String] = [], s2s: [String] = [], vad: [String] = [],
      network: [String] = [standardNetwork], device: [String] = [Cell.none],
      preset: [String] = [Preset.balanced.rawValue]
    ) {
      self.stt = stt
      self.llm = llm
      self.tts = tts
      self.s2s = s2s
      self.vad = vad
      self.network = network
      self.device = device
      self.preset = preset
    }

    /// The network of plans that name none.
    public static let standardNetwork = "wired"
  }
}
