public import LabRecord

/// What a soak found: the content of `soak.json`.
public struct SoakReport: Hashable, Sendable, Codable {
  /// The format of the file.
  public static let currentSchema = "turnlab.soak/1"
  /// The file's name in a run folder.
  public static let fileName = "soak.json"

  public var schema = currentSchema
  public var mode: RunMode
  public var settings: SoakSettings
  public var verdict: Verdict
  /// What broke a limit, in the order of weight; empty when the soak passed.
  public var findings: [Finding]
  public var sessions: Sessions
  public var turns: Turns
  public var resources: [ResourceTrend]
  public var latencies: [LatencyTrend]
  public var connections: Connections
  public var interruptions: Interruptions
  public var checks: [Check]
  public var saves: Saves
  /// What heat did to the devices of each cell; absent when none has one.
  public var devices: [DeviceAnalysis.CellDevice]?

  /// What the soak comes to.
  public enum Verdict: String, Hashable, Sendable, Codable {
    case pass, regression
    /// Not one turn was measured.
    case noData = "no_data"
  }

  /// A limit that was broken.
  public struct Finding: Hashable, Sendable, Codable {
    /// A stable name: `memory_growth`, `descriptor_growth`, `thread_growth`, `latency_drift`,
    /// `session_incomplete`, `check_failed`, `interruptions_failed`, `thermal_events`.
    public var code: String
    public var message: String

    public init(code: String, message: String) {
      self.code = code
      self.message = message
    }
  }

  /// How many sessions held out.
  public struct Sessions: Hashable, Sendable, Codable {
    public var planned: Int
    public var completed: Int
    /// Sessions that were cut off and went on in another process.
    public var continued: Int
    /// Of all sessions together, in seconds of conversation.
    public var seconds: Double
  }

  /// How turns ended.
  public struct Turns: Hashable, Sendable, Codable {
    public var total: Int
    public var completed: Int
    public var interrupted: Int
    public var failed: Int
    public var missed: Int
    /// Why turns failed, by stage and reason: a provider's session limit shows here.
    public var failures: [Failure]

    /// A reason for which turns were lost, and how often.
    public struct Failure: Hashable, Sendable, Codable {
      public var stage: String
      public var reason: String
      public var count: Int
    }
  }

  /// How something that the process holds changed, the settling of the first tenth left out.
  public struct ResourceTrend: Hashable, Sendable, Codable {
    /// `resident_mb`, `allocated_mb`, `descriptors`, `threads` or `waiting_reports`. A megabyte is a million
    /// bytes.
    public var name: String
    public var samples: Int
    /// The first and the last sample, the settling included.
    public var first: Double
    public var last: Double
    public var highest: Double
    /// Theil and Sen's slope with its interval at 95 %; `nil` with too few samples.
    public var perHour: Double?
    public var interval: [Double]?
    /// By how much the line rose over the time that was fitted.
    public var rise: Double?
    /// The slope that breaks the soak; `nil` where there is no limit.
    public var limitPerHour: Double?
    public var grows: Bool

    private enum CodingKeys: String, CodingKey {
      case name, samples, first, last, highest, rise, grows
      case perHour = "per_hour"
      case interval = "per_hour_ci95"
      case limitPerHour = "limit_per_hour"
    }
  }

  /// How a latency changed with the age of the sessions.
  public struct LatencyTrend: Hashable, Sendable, Codable {
    /// A metric of the catalogue.
    public var metric: String
    /// `cycles` when the caller went through the conversation often enough to compare cycles, else `turns`;
    /// `nil` with too few of either.
    public var method: String?
    public var turns: Int
    /// From the beginning to the end, as a share: 0.1 is ten per cent slower.
    public var change: Double?
    /// How often chance alone rises as steadily.
    public var probability: Double?
    /// Each block's deviation from the middle, as a share, in the order of time.
    public var blocks: [Double]
    public var drifts: Bool
  }

  /// What became of connections.
  public struct Connections: Hashable, Sendable, Codable {
    public var opened: Int
    public var reused: Int
    /// Sessions that were lost, to a limit of the provider for example, and opened again.
    public var reconnects: Int
    public var retries: Int
  }

  /// The caller's interruptions.
  public struct Interruptions: Hashable, Sendable, Codable {
    public var tried: Int
    public var succeeded: Int
  }

  /// Whether the agent still did its work in a stretch of the sessions' time.
  public struct Check: Hashable, Sendable, Codable {
    /// The end of the stretch by the sessions' age, in seconds.
    public var at: Double
    public var turns: Int
    /// Turns that failed or that nobody answered.
    public var unanswered: Int
    /// Replies that ended without an audible sample.
    public var silent: Int
    public var words: Int
    public var wordErrors: Int
    /// The middle voice-to-voice latency of the stretch, in milliseconds.
    public var voiceToVoice: Double?
    /// What was wrong; empty when the check passed.
    public var problems: [String]

    private enum CodingKeys: String, CodingKey {
      case turns, unanswered, silent, words, problems
      case at = "at_s"
      case wordErrors = "word_errors"
      case voiceToVoice = "v2v_p50_ms"
    }
  }

  /// The automatic saves.
  public struct Saves: Hashable, Sendable, Codable {
    public var count: Int
    /// When the last one was, in seconds on the soak's clock.
    public var last: Double?

    private enum CodingKeys: String, CodingKey {
      case count
      case last = "last_at_s"
    }
  }
}
