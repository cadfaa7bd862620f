/// Why an engine cannot be used, in words for the person who asked for it.
public struct EngineProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence that names the engine.
  public var message: String
  /// What to do about it.
  public var hint: String?

  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  public var description: String { [message, hint].compactMap { $0 }.joined(separator: " ") }
}
