import Foundation

/// What an engine on this machine answers: one JSON object on one line, version 1 of the line protocol.
public enum EngineReply: Hashable, Sendable {
  /// The session is open. A synthesiser names the rate of its audio in Hz; `nil` is the rate that was asked
  /// for.
  case ready(sampleRate: Int?)
  /// The recogniser's own detector heard speech begin.
  case speechStarted
  /// A transcript that may still change; replaces the partial before it.
  case partial(String)
  /// A settled piece of the transcript; with an id, the answer to that `finalize`.
  case final(String, answers: Int?)
  /// The recogniser's own policy says that the caller has finished.
  case endOfTurn
  /// A piece of a reply.
  case token(Int, String)
  /// A piece of a text's audio: mono linear PCM, 16 bits little-endian, whole samples.
  case audio(Int, [UInt8])
  /// A reply or a text is complete; a language model may say what it counted.
  case done(Int, TokenUsage?)
  /// A request failed, or, without an id, the whole session.
  case error(Int?, String)
  /// The session is over.
  case closed
  /// A line of a type that this version does not know; it is passed over.
  case unknown
}

extension EngineReply {
  /// The line, without its line feed.
  public var line: String {
    switch self {
    case .ready(let sampleRate):
      return sampleRate.map { #"{"type":"ready","sample_rate":\#($0)}"# } ?? #"{"type":"ready"}"#
    case .speechStarted: return #"{"type":"speech_started"}"#
    case .partial(let text): return #"{"type":"partial","text":\#(JSONText.quoted(text))}"#
    case .final(let text, let id):
      return #"{"type":"final",\#(id.map { #""id":\#($0),"# } ?? "")"text":\#(JSONText.quoted(text))}"#
    case .endOfTurn: return #"{"type":"end_of_turn"}"#
    case .token(let id, let text): return #"{"type":"token","id":\#(id),"text":\#(JSONText.quoted(text))}"#
    case .audio(let id, let bytes):
      return #"{"type":"audio","id":\#(id),"pcm":"\#(Data(bytes).base64EncodedString())"}"#
    case .done(let id, let usage):
      let counts = usage.map { #","input_tokens":\#($0.input),"output_tokens":\#($0.output)"# } ?? ""
      return #"{"type":"done","id":\#(id)\#(counts)}"#
    case .error(let id, let message):
      return #"{"type":"error",\#(id.map { #""id":\#($0),"# } ?? "")"message":\#(JSONText.quoted(message))}"#
    case .closed: return #"{"type":"closed"}"#
    case .unknown: return #"{"type":"unknown"}"#
    }
  }

  /// Reads a line.
  ///
  /// - Throws: when the line is not a JSON object with a type, or lacks what its type needs.
  public init(line: String) throws {
    let fields = try JSONText.decode(Fields.self, from: line)
    switch (fields.type, fields.id) {
    case ("ready", _): self = .ready(sampleRate: fields.sampleRate)
    case ("speech_started", _): self = .speechStarted
    case ("partial", _): self = .partial(fields.text ?? "")
    case ("final", let id): self = .final(fields.text ?? "", answers: id)
    case ("end_of_turn", _): self = .endOfTurn
    case ("token", let id?): self = .token(id, fields.text ?? "")
    case ("audio", let id?): self = .audio(id, Array(fields.pcm ?? Data()))
    case ("done", let id?): self = .done(id, fields.usage)
    case ("error", let id): self = .error(id, fields.message ?? "no reason given")
    case ("closed", _): self = .closed
    case ("token", nil), ("audio", nil), ("done", nil): throw EngineLineError(line)
    default: self = .unknown
    }
  }

  /// Every field that a reply can have.
  private struct Fields: Decodable {
    var type: String
    var id: Int?
    var sampleRate: Int?
    var text: String?
    var pcm: Data?
    var message: String?
    var inputTokens: Int?
    var outputTokens: Int?

    enum CodingKeys: String, CodingKey {
      case type, id, text, pcm, message
      case sampleRate = "sample_rate"
      case inputTokens = "input_tokens"
      case outputTokens = "output_tokens"
    }

    var usage: TokenUsage? {
      guard let inputTokens, let outputTokens else { return nil }
      return TokenUsage(input: inputTokens, cachedInput: 0, output: outputTokens, reasoning: 0)
    }
  }
}
