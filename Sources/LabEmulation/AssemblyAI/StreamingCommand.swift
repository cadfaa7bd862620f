import LabProviders

/// What a client of a streaming session can say besides audio.
enum StreamingCommand: Sendable {
  case updateConfiguration(Configuration)
  case forceEndpoint
  case keepAlive
  case terminate

  /// Members that are missing keep their value.
  struct Configuration: Decodable, Sendable {
    var threshold: Double?
    var minimumSilence: Double?
    var formerMinimumSilence: Double?
    var maximumSilence: Double?
    var formatsTurns: Bool?

    private enum CodingKeys: String, CodingKey {
      case threshold = "end_of_turn_confidence_threshold"
      case minimumSilence = "min_turn_silence"
      case formerMinimumSilence = "min_end_of_turn_silence_when_confident"
      case maximumSilence = "max_turn_silence"
      case formatsTurns = "format_turns"
    }

    /// Numbers that no setting takes.
    var isInvalid: Bool {
      let silences = [minimumSilence, formerMinimumSilence, maximumSilence].compactMap { $0 }
      return silences.contains { !(0...1e6).contains($0) } || threshold.map { !(0...1).contains($0) } ?? false
    }
  }

  /// Why a message ends the session, in the service's words.
  struct Refusal: Error {
    var reason: String
  }

  /// - Throws: `Refusal` with what the service says about the message.
  init(_ text: String) throws(Refusal) {
    struct Message: Decodable { var type: String }
    do {
      switch try JSONText.decode(Message.self, from: text).type {
      case "UpdateConfiguration":
        let change = try JSONText.decode(Configuration.self, from: text)
        guard !change.isInvalid else { throw Refusal(reason: "Invalid Message: \(text)") }
        self = .updateConfiguration(change)
      case "ForceEndpoint": self = .forceEndpoint
      case "KeepAlive": self = .keepAlive
      case "Terminate": self = .terminate
      default: throw Refusal(reason: "Invalid Message Type: \(text)")
      }
    } catch let refusal as Refusal {
      throw refusal
    } catch DecodingError.dataCorrupted {
      throw Refusal(reason: "Invalid JSON: \(text)")
    } catch {
      throw Refusal(reason: "Invalid Message: \(text)")
    }
  }
}
