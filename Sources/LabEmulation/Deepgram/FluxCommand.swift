import LabProviders

/// What a client of Flux can say besides audio.
enum FluxCommand: Sendable {
  case closeStream
  case forceEndTurn
  case configure(Configuration)

  /// Members that are missing keep their value.
  struct Configuration: Decodable, Sendable {
    var thresholds: Thresholds?
    var keyterms: Keyterms?

    struct Thresholds: Decodable, Sendable {
      var eagerThreshold: Double?
      var threshold: Double?
      var timeout: Double?

      private enum CodingKeys: String, CodingKey {
        case eagerThreshold = "eager_eot_threshold"
        case threshold = "eot_threshold"
        case timeout = "eot_timeout_ms"
      }
    }

    /// One term, or a list of them.
    struct Keyterms: Decodable, Sendable {
      var terms: [String]

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
          terms = [try container.decode(String.self)]
        } catch DecodingError.typeMismatch {
          terms = try container.decode([String].self)
        }
      }
    }

    /// The thresholds with what is changed.
    func changed(_ thresholds: FluxThresholds) -> FluxThresholds {
      var changed = thresholds
      changed.eager = self.thresholds?.eagerThreshold ?? changed.eager
      changed.endOfTurn = self.thresholds?.threshold ?? changed.endOfTurn
      changed.timeoutMilliseconds = self.thresholds?.timeout ?? changed.timeoutMilliseconds
      return changed
    }
  }

  /// - Throws: when the text is not a JSON object or a part of it is of the wrong kind; `nil` for an unknown
  ///   type.
  init?(_ text: String) throws {
    struct Message: Decodable { var type: String }
    switch try JSONText.decode(Message.self, from: text).type {
    case "CloseStream": self = .closeStream
    case "ForceEndTurn": self = .forceEndTurn
    case "Configure": self = .configure(try JSONText.decode(Configuration.self, from: text))
    default: return nil
    }
  }
}
