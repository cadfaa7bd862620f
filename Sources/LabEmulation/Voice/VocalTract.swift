/// The voice itself: pulses of the glottis through the resonances of the mouth.
///
/// Its per-sample path has only additions, multiplications and comparisons of single-precision numbers, in a
/// fixed order, so every processor computes the same samples.
struct VocalTract: Sendable {
  /// What is computed for every sample of a stretch: `loudness` is a parabola over the syllable.
  struct Stretch {
    var filter: FormantFilter
    /// The output for a filter output of 1 at full loudness.
    var gain: Float
    /// How many samples of the syllable came before, and the part of it that one sample is.
    var made: Float
    var step: Float
    /// Whether the glottis still pulses.
    var isVoiced: Bool
  }

  /// The loudness between syllables, relative to their middle.
  static let valley: Float = 0.35
  /// The root mean square of the loudness over a syllable.
  static let meanLoudness: Float = 0.807
  /// The part of a period during which the glottis is open.
  private static let openPart: Float = 0.6

  private var last: SIMD4<Float> = .zero
  private var secondLast: SIMD4<Float> = .zero
  /// Where the glottis is in its period, from 0 to 1, and how far it comes per sample.
  private var phase: Float = 0
  private var increment: Float = 0

  /// Puts the mouth to rest and the glottis just before it closes, so that the next sound is there at once.
  mutating func rest(increment: Float) {
    last = .zero
    secondLast = .zero
    phase = 0.55
    self.increment = increment
  }

  /// Computes samples.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - stretch: The sound; what it says of the first sample holds for the first one here.
  ///   - nextPeriod: The increment per sample of a period that begins.
  ///   - write: Receives each sample, in units of the output, before it is rounded.
  @inline(__always)
  mutating func render(
    _ count: Int, _ stretch: Stretch, nextPeriod: () -> Float, write: (Int, Float) -> Void
  ) {
    var (last, secondLast, phase, increment) = (last, secondLast, phase, increment)
    let (a1, a2, b) = (stretch.filter.a1, stretch.filter.a2, stretch.filter.b)
    let voicing: Float = stretch.isVoiced ? 1 : 0
    let rise = 4 * (1 - Self.valley)
    // Counted, not summed up, so that it does not matter where a stream is cut.
    var counter = stretch.made
    for index in 0..<count {
      // The flow's derivative while open (D. H. Klatt and L. C. Klatt, JASA 87, 1990): it falls to −1, then
      // closes.
      let open = phase * (1 / Self.openPart)
      let source = open < 1 ? voicing * (open * (2 - 3 * open)) : 0
      phase += increment
      if phase >= 1 {
        phase -= 1
        increment = nextPeriod()
      }
      let output = (b * source + a2 * secondLast) + a1 * last
      secondLast = last
      last = output
      let halves = output.lowHalf + output.highHalf
      let position = counter * stretch.step
      let loudness = Self.valley + rise * (position * (1 - position))
      write(index, (halves.x + halves.y) * (stretch.gain * loudness))
      counter += 1
    }
    (self.last, self.secondLast, self.phase, self.increment) = (last, secondLast, phase, increment)
  }
}
