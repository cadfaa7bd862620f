/// How many tokens a text costs, without any provider's tokeniser.
///
/// Characters (Unicode scalars) are counted by script: four of a Latin script make a token, two of another
/// alphabet (Greek, Cyrillic, Arabic, Devanagari …), one of Chinese, Japanese or Korean, and one emoji. Real
/// tokenisers differ from this and from each other; it serves to keep within a budget that is far from the
/// model's limit. What a provider bills is taken from the provider, never from here.
public enum TokenEstimate {
  /// Tokens that a message costs beside its text: its role and its frame.
  public static let tokensPerMessage = 4

  /// The estimated tokens of a text, rounded up.
  public static func tokens(in text: String) -> Int {
    tokens(in: text.unicodeScalars)
  }

  static func tokens(in text: some Sequence<Unicode.Scalar>) -> Int {
    (text.reduce(0) { $0 + quarterTokens(of: $1) } + 3) / 4
  }

  private static func quarterTokens(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case ..<0x250, 0x1E00..<0x1F00, 0x2000..<0x2190: 1
    case 0x1100..<0x1200, 0x2190..<0x2C00, 0x2E80..<0xA4D0, 0xAC00..<0xD7B0, 0xF900..<0xFB00, 0xFE30..<0xFE50,
      0xFF00..<0xFFF0, 0x10000...:
      4
    default: 2
    }
  }
}
