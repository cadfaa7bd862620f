/// The levels of a frame's bands in decibels: of what is heard, and by how much it stands out of the noise.
struct BandLevels: Sendable {
  private(set) var decibels: [Float]
  /// The decibels by which every band stands out of the noise, filled up with zeros to whole eights.
  private(set) var ratio: [Float]

  init(bands: Int) {
    decibels = Array(repeating: 0, count: bands)
    ratio = Array(repeating: 0, count: (bands + 7) / 8 * 8)
  }

  mutating func update(power: [Float], noise: [Float]) {
    precondition(power.count == decibels.count && noise.count == decibels.count)
    Self.update(power, noise, &decibels, &ratio)
  }

  private static func update(
    _ power: [Float], _ noise: [Float], _ decibels: inout [Float], _ ratio: inout [Float]
  ) {
    let power = power.span
    let noise = noise.span
    var decibels = decibels.mutableSpan
    var ratio = ratio.mutableSpan
    for band in power.indices {
      let heard = ReproducibleMath.decibels(power[unchecked: band])
      decibels[unchecked: band] = heard
      ratio[unchecked: band] = heard - ReproducibleMath.decibels(noise[unchecked: band])
    }
  }

  /// The mean level of bands.
  func mean(_ bands: Range<Int>) -> Float {
    let decibels = decibels.span
    let first = bands.lowerBound
    return Lanes.sum(bands.count) { decibels[unchecked: first &+ $0] } / Float(bands.count)
  }
}
