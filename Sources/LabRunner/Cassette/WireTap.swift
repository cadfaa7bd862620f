public import LabCassette
import LabConversation
public import LabPipeline
import LabProviders
public import LabRecord
public import LabTimeline

/// What a tapped live driver tells of a conversation: everything that it takes up and everything that comes
/// of it.
///
/// Told as it is, keys and all, to the thread that writes: the driver has no time to mask anything.
public enum WireTap: Sendable {
  /// With the rate of the sound that comes back, in Hz.
  case began(ConversationIdentity, ConversationArrival?, soundRate: Int)
  case took(PipelineInput, due: LabInstant, at: LabInstant)
  case did(PipelineAction, at: LabInstant)
}

/// Turns what a tap tells into a cassette. A conversation is written when it has ended.
public final class CassetteRecorder {
  private let file: CassetteFile
  private let mask: CassetteMask
  private let cells: [Cell]
  private var soundRates: [Int: Int] = [:]
  private var conversations: [Int: RecordedConversation] = [:]

  /// - Parameters:
  ///   - file: The cassette, with its header.
  ///   - mask: What is taken out.
  ///   - cells: The cells of the run.
  public init(file: CassetteFile, mask: CassetteMask, cells: [Cell]) {
    self.file = file
    self.mask = mask
    self.cells = cells
  }

  /// Ends the cassette; conversations that have not ended are left out.
  public func close() throws { try file.close() }

  /// Takes what a tap tells of the conversation at a position in the order of work.
  func take(_ tap: WireTap, of position: Int) throws {
    switch tap {
    case .began(let identity, let arrival, let soundRate):
      soundRates[position] = soundRate
      conversations[position] = RecordedConversation(
        identity: CassetteIdentity(identity, cell: cells[identity.cell]), arrival: arrival)
    case .took(let input, let due, let at):
      if let entry = Self.entry(of: input, due: due, at: at) { add(entry, to: position) }
    case .did(.ended, _):
      guard let conversation = conversations.removeValue(forKey: position) else { return }
      try file.add(mask.masked(conversation, soundRate: soundRates.removeValue(forKey: position) ?? 24_000))
    case .did(let action, let at): if let entry = Self.entry(of: action, at: at) { add(entry, to: position) }
    }
  }

  private func add(_ entry: CassetteEntry, to position: Int) {
    conversations[position]?.entries.append(entry)
  }

  private static func entry(of input: PipelineInput, due: LabInstant, at: LabInstant) -> CassetteEntry? {
    switch input {
    case .timer(let timer): .timer(timer.cassetteName, due: due, at: at)
    case .arrival(let address, let arrival):
      .received(CassetteConnection(address), CassetteArrival(arrival.event), at: at)
    case .network: nil
    }
  }

  private static func entry(of action: PipelineAction, at: LabInstant) -> CassetteEntry? {
    switch action {
    case .open(let address, let request):
      .opened(CassetteConnection(address), CassetteRequest(request), at: at)
    case .send(let address, let message): .sent(CassetteConnection(address), CassetteMessage(message), at: at)
    case .close(let address): .closed(CassetteConnection(address), at: at)
    case .turnEnded: .turnEnded(at: at)
    case .setTimer, .cancelTimer, .turnBegan, .turnDiscarded, .utteranceBegan, .soundSent, .ended: nil
    }
  }
}

extension CassetteConnection {
  init(_ address: ConnectionAddress) {
    self.init(stage: address.stage, generation: address.generation, key: address.key.number)
  }
}

extension ConnectionAddress {
  /// The connection of a pipeline that a cassette means.
  init(_ connection: CassetteConnection) {
    self.init(stage: connection.stage, generation: connection.generation, key: ConnectionKey(connection.key))
  }
}

extension CassetteIdentity {
  init(_ conversation: ConversationIdentity, cell: Cell) {
    self.init(
      stt: cell.stt, llm: cell.llm, tts: cell.tts, cell: cell.name, name: conversation.name,
      iteration: conversation.iteration, isWarmup: conversation.isWarmup)
  }
}

extension PipelineTimer {
  /// The timer's name in a cassette.
  var cassetteName: String {
    switch self {
    case .microphone: "microphone"
    case .playout: "playout"
    case .patience: "patience"
    case .device: "device"
    case .conversation(let timer): "conversation.\(timer.cassetteName)"
    case .session(let stage, let timer): "session.\(stage.rawValue).\(timer.cassetteName)"
    case .recovery(let stage): "recovery.\(stage.rawValue)"
    }
  }
}

extension ConversationTimer {
  /// The timer's name in a cassette: part of the file format.
  fileprivate var cassetteName: String {
    switch self {
    case .endpoint: "endpoint"
    case .eager: "eager"
    case .maximumTurn: "maximumTurn"
    case .transcript: "transcript"
    case .reply: "reply"
    case .session: "session"
    }
  }
}

extension SessionTimer {
  /// The timer's name in a cassette: part of the file format.
  fileprivate var cassetteName: String {
    switch self {
    case .keepAlive: "keepAlive"
    case .deadline: "deadline"
    case .finalize: "finalize"
    case .retry: "retry"
    }
  }
}
