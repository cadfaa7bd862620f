/// The standard normal distribution.
public enum NormalDistribution {
  /// The value below which a share of `probability` lies; infinite at 0 and 1.
  ///
  /// M. J. Wichura, "Algorithm AS 241: The percentage points of the normal distribution", Applied Statistics
  /// 37(3), 1988, in its double-precision form: relative error about 1e-16. Uses only rational functions, one
  /// logarithm and one square root.
  public static func quantile(_ probability: Double) -> Double {
    guard probability > 0 && probability < 1 else {
      return probability == 0 ? -.infinity : probability == 1 ? .infinity : .nan
    }
    let centred = probability - 0.5
    if abs(centred) <= 0.425 {
      return centred * ratio(0.180625 - centred * centred, centre)
    }
    let tail = (-PortableMath.log(min(probability, 1 - probability))).squareRoot()
    let magnitude = tail <= 5 ? ratio(tail - 1.6, flank) : ratio(tail - 5, far)
    return centred < 0 ? -magnitude : magnitude
  }

  /// The share above `z`, relative error below 1e-12 as far out as z = 37.
  ///
  /// The series of the density near the middle, the continued fraction of Mills' ratio in the tail
  /// (Abramowitz and Stegun 26.2.10 and 26.2.14).
  public static func upperTail(_ z: Double) -> Double {
    guard z >= 0 else { return 1 - upperTail(-z) }
    guard z < 38 else { return 0 }
    let density = PortableMath.exp(-z * z / 2) * 0.398_942_280_401_432_7
    if z < 2.5 {
      var term = z
      var sum = z
      var odd = 1.0
      while term > sum * 1e-17 {
        odd += 2
        term *= z * z / odd
        sum += term
      }
      return 0.5 - density * sum
    }
    // The fraction converges the faster the further out; these depths leave nothing that shows.
    let depth = (30 + 1_100 / (z * z)).rounded()
    var fraction = z
    for step in stride(from: depth, through: 1, by: -1) {
      fraction = z + step / fraction
    }
    return density / fraction
  }

  private struct Rational {
    var numerator: [Double]
    var denominator: [Double]
  }

  private static func ratio(_ x: Double, _ rational: Rational) -> Double {
    func value(_ coefficients: [Double]) -> Double { coefficients.reduce(0) { $0 * x + $1 } }
    return value(rational.numerator) / value(rational.denominator)
  }

  // Coefficients as published, highest power first.
  private static let centre = Rational(
    numerator: [
      2.509_080_928_730_122_672_7e3, 3.343_057_558_358_812_810_5e4, 6.726_577_092_700_870_085_3e4,
      4.592_195_393_154_987_145_7e4, 1.373_169_376_550_946_112_5e4, 1.971_590_950_306_551_442_7e3,
      1.331_416_678_917_843_774_5e2, 3.387_132_872_796_366_608_0,
    ],
    denominator: [
      5.226_495_278_852_854_561_0e3, 2.872_908_573_572_194_267_4e4, 3.930_789_580_009_271_061_0e4,
      2.121_379_430_158_659_586_7e4, 5.394_196_021_424_751_107_7e3, 6.871_870_074_920_579_083_0e2,
      4.231_333_070_160_091_125_2e1, 1,
    ])
  private static let flank = Rational(
    numerator: [
      7.745_450_142_783_414_076_4e-4, 2.272_384_498_926_918_458_3e-2, 2.417_807_251_774_506_117_7e-1,
      1.270_458_252_452_368_382_6, 3.647_848_324_763_204_605_04, 5.769_497_221_460_691_405_5,
      4.630_337_846_156_545_295_9, 1.423_437_110_749_683_577_34,
    ],
    denominator: [
      1.050_750_071_644_416_843_24e-9, 5.475_938_084_995_344_946_0e-4, 1.519_866_656_361_645_719_66e-2,
      1.481_039_764_274_800_745_9e-1, 6.897_673_349_851_000_045_5e-1, 1.676_384_830_183_803_849_4,
      2.053_191_626_637_758_821_87, 1,
    ])
  private static let far = Rational(
    numerator: [
      2.010_334_399_292_288_132_65e-7, 2.711_555_568_743_487_578_15e-5, 1.242_660_947_388_078_438_6e-3,
      2.653_218_952_657_612_309_3e-2, 2.965_605_718_285_048_912_3e-1, 1.784_826_539_917_291_335_8,
      5.463_784_911_164_114_369_9, 6.657_904_643_501_103_777_2,
    ],
    denominator: [
      2.044_263_103_389_939_785_64e-15, 1.421_511_758_316_445_888_7e-7, 1.846_318_317_510_054_681_8e-5,
      7.868_691_311_456_132_591e-4, 1.487_536_129_085_061_485_25e-2, 1.369_298_809_227_358_053_1e-1,
      5.998_322_065_558_879_376_9e-1, 1,
    ])
}
