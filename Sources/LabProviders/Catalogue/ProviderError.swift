public import LabErrors

/// A mistake in what the user asked for. What a provider does wrong is a `ProviderFailure` instead.
public struct ProviderError: Error, Hashable, Sendable, CustomStringConvertible {
  public var code: Code
  /// One sentence for people; never holds a key.
  public var message: String
  /// What to do about it.
  public var hint: String
  /// Names that the user may have meant, the likeliest first.
  public var suggestions: [String]

  public init(code: Code, message: String, hint: String, suggestions: [String] = []) {
    self.code = code
    self.message = message
    self.hint = hint
    self.suggestions = suggestions
  }

  public var description: String {
    "\(message) \(hint)"
  }

  /// A stable word for logs and JSON.
  public struct Code: Hashable, Sendable {
    public let text: String

    /// No provider of that id is in the catalogue.
    public static let unknownProvider = Code(text: "unknown_provider")
    /// The provider does something else, e.g. speech to text where a model was asked for.
    public static let wrongKind = Code(text: "wrong_kind")
    /// The provider does not work at that sample rate.
    public static let unsupportedSampleRate = Code(text: "unsupported_sample_rate")
    /// The text is not an address of a service.
    public static let invalidAddress = Code(text: "invalid_address")
  }
}

extension ProviderError: UserFacingError {
  public var exit: ProgramExit { .configuration }
}
