/// Why the history could not do what was asked, in words for the person who asked.
public struct HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence that names what is at fault.
  public let message: String
  /// What to do about it, in the imperative.
  public let hint: String?

  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// The message, then the hint.
  public var description: String { [message, hint].compactMap { $0 }.joined(separator: "\n") }
}
