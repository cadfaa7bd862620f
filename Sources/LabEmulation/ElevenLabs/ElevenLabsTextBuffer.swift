/// The text of a stream-input connection that was not generated yet, and the rule that says when it is.
///
/// Source: ElevenLabs WebSocket guide of 2025-08-25. Generation n begins when the buffer holds as many
/// characters as the schedule's n-th entry, the last of which repeats; or when it is asked for.
struct ElevenLabsTextBuffer: Sendable {
  /// What an entry of a schedule may be, in characters.
  static let entries = 50...500
  /// How much text `try_trigger_generation` takes to generate; the guide says no more than “enough”.
  private static let leastTried = 50

  var schedule = [120, 160, 250, 290]
  private var text = ""
  private var generations = 0

  /// Takes more text.
  ///
  /// - Parameters:
  ///   - isForced: Everything is generated.
  ///   - isTried: A generation is wanted if there is enough text for one.
  /// - Returns: What is generated now; `nil` when that is nothing.
  mutating func append(_ more: String, isForced: Bool, isTried: Bool) -> String? {
    text += more
    // Spaces only keep the connection open.
    guard text.contains(where: { !$0.isWhitespace }) else {
      text = ""
      return nil
    }
    let wanted = schedule[min(generations, schedule.count - 1)]
    guard isForced || text.count >= wanted || isTried && text.count >= Self.leastTried else { return nil }
    defer { text = "" }
    generations += 1
    return text
  }
}
