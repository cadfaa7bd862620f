import LabConversation
import LabProviders
import LabStatistics
import LabTimeline

/// What a conversation remembers in order to ask or to connect once more.
struct Recovery: Sendable {
  /// The request to the language model that is under way.
  struct Question: Sendable {
    let id: RequestID
    let messages: [ChatMessage]
    var retries = 0
  }

  /// A text that speech synthesis was asked for.
  struct Text: Sendable {
    let request: RequestID
    let text: String
    /// Bytes of its speech that arrived.
    var heard = 0
  }

  /// Microphone audio that a new session is given first, when the session before was lost while nobody spoke.
  static let preRoll = Duration.milliseconds(500)

  var generator: SeededGenerator
  var question: Question?
  /// The texts of the current reply by their chunk, those that are complete left out.
  var texts: [ChunkID: Text] = [:]
  /// How often speech synthesis was asked once more in this reply.
  var speechRetries = 0
  /// Chunks that wait to be asked for once more, in order.
  var waitingChunks: [ChunkID] = []
  /// How often speech to text was opened again in this turn.
  var reconnects = 0
  /// A session with speech to text is to be opened again in this turn, or is being opened.
  var isReconnecting = false
  /// The transcript was to be settled when there was no session to ask.
  var owesFinalize = false
  /// When the transcript was last asked to be settled in this turn.
  var finalizeSent: LabInstant?
  /// When something last arrived from each stage.
  var lastArrival: [Stage: LabInstant] = [:]
  /// The connections of each stage's present session that are open.
  var openKeys: [Stage: Set<ConnectionKey>] = [:]
  /// Stages whose sessions keep one connection.
  var lasting: Set<Stage> = []
  /// Calls that each stage has made.
  var calls: [Stage: Int] = [:]
  /// Audio of the microphone that is not settled, oldest first.
  private(set) var audio: [[UInt8]] = []
  private var audioBytes = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed, stream: "recovery")
  }

  /// Keeps a buffer of the microphone, and of what came before no more than a limit of bytes.
  mutating func keep(_ buffer: [UInt8], limit: Int) {
    audio.append(buffer)
    audioBytes += buffer.count
    trim(to: limit)
  }

  mutating func trim(to limit: Int) {
    var dropped = 0
    while audioBytes > limit, dropped < audio.count {
      audioBytes -= audio[dropped].count
      dropped += 1
    }
    audio.removeFirst(dropped)
  }

  /// What was said so far is settled.
  mutating func forgetAudio() {
    audio = []
    audioBytes = 0
  }
}
