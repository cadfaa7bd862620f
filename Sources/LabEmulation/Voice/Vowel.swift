/// A vowel as the resonances of a mouth.
enum Vowel: Int, Hashable, Sendable, CaseIterable {
  case a, e, i, o, u, neutral

  /// The vowels with a letter, for characters that have none.
  static let spoken: [Vowel] = [.a, .e, .i, .o, .u]

  /// The centre frequencies in Hz: three formants of men's voices (G. E. Peterson and H. L. Barney, "Control
  /// methods used in a study of the vowels", JASA 24, 1952; rounded) and a fixed fourth.
  var formants: SIMD4<Double> {
    switch self {
    case .a: [730, 1090, 2440, 3500]
    case .e: [530, 1840, 2480, 3500]
    case .i: [270, 2290, 3010, 3500]
    case .o: [570, 840, 2410, 3500]
    case .u: [300, 870, 2240, 3500]
    case .neutral: [490, 1350, 1690, 3500]
    }
  }
}
