/// Whether speech can be what its text says, by its length alone: no protocol tells that speech broke off, or
/// that it came at another sample rate.
///
/// People say about 15 characters a second, at most 25; a byte of UTF-8 is a letter in most alphabets and a
/// third of a sign in those whose signs are syllables, so that the measure holds for them as well.
enum SpeechPlausibility {
  /// Less than this for a byte of text is faster than anybody speaks.
  static let shortest = Duration.milliseconds(30)
  /// More than this for a byte of text is slower than anybody speaks.
  static let longest = Duration.milliseconds(120)

  /// The reason for which a turn fails; `nil` when nothing is wrong, or the text is too short to tell.
  static func problem(text: String, audioBytes: Int, sampleRate: Int) -> String? {
    let letters = text.utf8.count { $0 >= 0x80 || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    guard letters >= 12, sampleRate > 0 else { return nil }
    let seconds = Double(audioBytes / 2) / Double(sampleRate)
    if seconds < shortest.seconds * Double(letters) { return "audio_too_short" }
    // Figures are long to say.
    let hasDigits = text.utf8.contains { (0x30...0x39).contains($0) }
    if letters >= 40, !hasDigits, seconds > longest.seconds * Double(text.utf8.count) {
      return "audio_too_long"
    }
    return nil
  }
}
