public import LabErrors
public import LabRecord
import LabTimeline

/// One conversation of a cassette.
public struct RecordedConversation: Hashable, Sendable {
  public var identity: CassetteIdentity
  /// When it was due and when it began; `nil` when it was due at no instant of its own.
  public var arrival: ConversationArrival?
  /// What happened, in the order in which the driver took it up.
  public var entries: [CassetteEntry]

  public init(identity: CassetteIdentity, arrival: ConversationArrival? = nil, entries: [CassetteEntry] = [])
  {
    self.identity = identity
    self.arrival = arrival
    self.entries = entries
  }
}

/// Which conversation it is, and with which services.
public struct CassetteIdentity: Hashable, Sendable {
  public var stt: String
  public var llm: String
  public var tts: String
  /// The whole cell by name, to tell cells with the same providers apart.
  public var cell: String
  /// The conversation of the corpus.
  public var name: String
  /// Which repetition, from 0.
  public var iteration: Int
  public var isWarmup: Bool

  public init(
    stt: String, llm: String, tts: String, cell: String, name: String, iteration: Int, isWarmup: Bool
  ) {
    self.stt = stt
    self.llm = llm
    self.tts = tts
    self.cell = cell
    self.name = name
    self.iteration = iteration
    self.isWarmup = isWarmup
  }

  /// The three providers.
  public var providers: [String] { [stt, llm, tts] }
}

/// What a cassette says about itself in its first line.
public struct CassetteHeader: Hashable, Sendable {
  /// The format; a reader refuses one that it does not know.
  public static let currentSchema = "turnlab.cassette/1"

  public var plan: RecordHeader.PlanIdentity
  /// The plan's file as it was, so that a replay needs no other.
  public var planText: String
  public var mode: RunMode
  public var seed: UInt64
  /// When recording began, ISO 8601; nil when the machine did not say.
  public var date: String?
  /// Whether words are as they were; else letters and digits are masked.
  public var hasText: Bool
  /// Whether sounds are as they were; else only their loudness is kept.
  public var hasAudio: Bool
  /// The number of repeats that was recorded in place of the plan's; `nil` when it was the plan's.
  public var repeats: Int?
  /// Which cells were recorded, as it was asked for; `nil` for all.
  public var selection: String?

  public init(
    plan: RecordHeader.PlanIdentity, planText: String, mode: RunMode, seed: UInt64, date: String?,
    hasText: Bool, hasAudio: Bool, repeats: Int? = nil, selection: String? = nil
  ) {
    self.plan = plan
    self.planText = planText
    self.mode = mode
    self.seed = seed
    self.date = date
    self.hasText = hasText
    self.hasAudio = hasAudio
    self.repeats = repeats
    self.selection = selection
  }
}

/// Why a cassette cannot be used, in one sentence.
public struct CassetteError: Error, Hashable, Sendable, CustomStringConvertible {
  public var path: String
  /// The line at fault, from 1; `nil` when it is the file as a whole.
  public var line: Int?
  /// What is wrong, as the end of a sentence.
  public var problem: String
  public var hint: String

  public init(
    path: String, line: Int? = nil, _ problem: String,
    hint: String = "Record the plan again with 'turnlab record', or name another cassette."
  ) {
    self.path = path
    self.line = line
    self.problem = problem
    self.hint = hint
  }
}

extension CassetteError: UserFacingError {
  public var message: String { path + (line.map { ":\($0)" } ?? "") + ": " + problem }
  public var exit: ProgramExit { .configuration }

  /// The file, the line, what is wrong and what to do about it.
  public var description: String { report }
}
