import LabTimeline

/// Counts the pieces of sound that a client sends from where somebody last began to speak, so that an answer
/// to a sound is found again when the same is said at another time.
struct SoundCount: Sendable {
  /// A pause that is longer than this stands between two beginnings.
  static let pause = Duration.milliseconds(700)

  /// How often somebody has begun to speak.
  private(set) var beginning = 0
  /// How many pieces were sent since.
  private(set) var number = 0
  private var lastLoud: LabInstant?

  /// Counts a piece.
  mutating func sent(isLoud: Bool, at: LabInstant) {
    number += 1
    guard isLoud else { return }
    if lastLoud.map({ at - $0 > Self.pause }) ?? true {
      beginning += 1
      number = 0
    }
    lastLoud = at
  }
}
