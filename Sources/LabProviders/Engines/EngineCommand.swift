import Foundation
public import LabTimeline

/// What the lab asks of an engine on this machine: one JSON object on one line, version 1 of the line
/// protocol.
///
/// The protocol stands on one page in Documentation/local-engines.md.
public enum EngineCommand: Hashable, Sendable {
  /// A session begins; the engine answers `ready`, or `error`.
  case open(EngineOpening)
  /// A piece of the microphone: mono linear PCM, 16 bits little-endian.
  case audio([UInt8])
  /// The recogniser is to settle what it has heard; it answers with one `final` of this id.
  case finalize(Int)
  /// The language model is to reply, in `token` and `done` of this id.
  case request(Int, [ChatMessage])
  /// The synthesiser is to say a text, in `audio` and `done` of this id.
  case speak(Int, String)
  /// A reply or a text is no longer wanted; what still comes of it is dropped.
  case cancel(Int)
  /// The session is over; the engine answers `closed` and can be asked to open another.
  case close
}

/// What an engine is told when a session begins.
public struct EngineOpening: Hashable, Sendable {
  /// The version of the line protocol.
  public static let protocolVersion = 1

  /// What the engine is to do.
  public var stage: Stage
  /// Of the microphone, or of the speech that is wanted, in Hz; `nil` for a language model.
  public var sampleRate: Int?
  /// BCP 47, e.g. `en`, `en-US`, `de`.
  public var language: String
  /// The engine's name for a voice; `nil` is its voice for the language.
  public var voice: String?
  /// The session's own name, the same in every run of a plan.
  public var session: String

  public init(
    stage: Stage, sampleRate: Int?, language: String, voice: String? = nil, session: String
  ) {
    self.stage = stage
    self.sampleRate = sampleRate
    self.language = language
    self.voice = voice
    self.session = session
  }

  /// The language without its region, e.g. `en`.
  public var primaryLanguage: String {
    language.split(separator: "-").first.map { $0.lowercased() } ?? ""
  }
}

extension EngineCommand {
  /// The line, without its line feed.
  public var line: String {
    switch self {
    case .open(let opening):
      var fields = [
        #""type":"open""#, #""protocol":\#(EngineOpening.protocolVersion)"#,
        #""stage":"\#(opening.stage.rawValue)""#,
      ]
      if let sampleRate = opening.sampleRate { fields.append(#""sample_rate":\#(sampleRate)"#) }
      fields.append(#""language":\#(JSONText.quoted(opening.language))"#)
      if let voice = opening.voice { fields.append(#""voice":\#(JSONText.quoted(voice))"#) }
      fields.append(#""session":\#(JSONText.quoted(opening.session))"#)
      return "{" + fields.joined(separator: ",") + "}"
    case .audio(let bytes): return #"{"type":"audio","pcm":"\#(Data(bytes).base64EncodedString())"}"#
    case .finalize(let id): return #"{"type":"finalize","id":\#(id)}"#
    case .request(let id, let messages):
      let list = messages.map {
        #"{"role":"\#($0.role.rawValue)","content":\#(JSONText.quoted($0.content))}"#
      }
      return #"{"type":"request","id":\#(id),"messages":[\#(list.joined(separator: ","))]}"#
    case .speak(let id, let text): return #"{"type":"speak","id":\#(id),"text":\#(JSONText.quoted(text))}"#
    case .cancel(let id): return #"{"type":"cancel","id":\#(id)}"#
    case .close: return #"{"type":"close"}"#
    }
  }

  /// Reads a line.
  ///
  /// - Throws: when the line is not a command of the protocol.
  public init(line: String) throws {
    let fields = try JSONText.decode(Fields.self, from: line)
    self = try fields.command(of: line)
  }

  /// Every field that a command can have.
  private struct Fields: Decodable {
    struct Message: Decodable {
      var role: String
      var content: String
    }

    var type: String
    var id: Int?
    var stage: String?
    var sampleRate: Int?
    var language: String?
    var voice: String?
    var session: String?
    var pcm: Data?
    var messages: [Message]?
    var text: String?

    enum CodingKeys: String, CodingKey {
      case type, id, stage, language, voice, session, pcm, messages, text
      case sampleRate = "sample_rate"
    }

    func command(of line: String) throws -> EngineCommand {
      switch (type, id) {
      case ("open", _):
        guard let stage = stage.flatMap(Stage.init(rawValue:)) else { throw EngineLineError(line) }
        return .open(
          EngineOpening(
            stage: stage, sampleRate: sampleRate, language: language ?? "en", voice: voice,
            session: session ?? ""))
      case ("audio", _): return .audio(Array(pcm ?? Data()))
      case ("finalize", let id?): return .finalize(id)
      case ("request", let id?):
        let messages = (messages ?? []).compactMap { message in
          ChatMessage.Role(rawValue: message.role).map { ChatMessage(role: $0, content: message.content) }
        }
        return .request(id, messages)
      case ("speak", let id?): return .speak(id, text ?? "")
      case ("cancel", let id?): return .cancel(id)
      case ("close", _): return .close
      default: throw EngineLineError(line)
      }
    }
  }
}

/// A line that the protocol does not know.
public struct EngineLineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The beginning of the line.
  public let line: String

  init(_ line: String) { self.line = String(line.prefix(80)) }

  public var description: String { "“\(line)” is not a line of the engine protocol." }
}
