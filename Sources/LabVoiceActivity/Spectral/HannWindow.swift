import Synchronization

/// The periodic Hann window.
struct HannWindow: Sendable {
  private struct Key: Hashable {
    var count: Int
    var energy: Double
  }

  /// Windows are shared by all detectors: each of hundreds would read its own copy from memory with every
  /// hop.
  private static let windows = Mutex<[Key: HannWindow]>([:])

  /// The weights, first to last.
  let values: [Float]

  /// The window whose squares sum to `energy`, made on first use.
  static func window(count: Int, energy: Double) -> HannWindow {
    windows.withLock { windows in
      let key = Key(count: count, energy: energy)
      if let window = windows[key] { return window }
      let window = HannWindow(count: count, energy: energy)
      windows[key] = window
      return window
    }
  }

  /// Makes a window whose squares sum to `energy`.
  ///
  /// The cosine comes from turning a unit vector step by step, because the C library's differs between
  /// processors in the last bit. Over 2,000 steps the error stays below 1e-12.
  init(count: Int, energy: Double) {
    let (stepCosine, stepSine) = Self.cosineAndSine(ofSmall: 2 * Double.pi / Double(count))
    var cosine = 1.0
    var sine = 0.0
    var raw: [Double] = []
    for _ in 0..<count {
      raw.append(0.5 - 0.5 * cosine)
      (cosine, sine) = (cosine * stepCosine - sine * stepSine, sine * stepCosine + cosine * stepSine)
    }
    let scale = (energy / raw.reduce(0) { $0 + $1 * $1 }).squareRoot()
    values = raw.map { Float($0 * scale) }
  }

  /// Writes the last samples, as many as the window has, times its weights.
  func apply(toLastOf samples: [Float], into windowed: UnsafeMutableBufferPointer<Float>) {
    precondition(samples.count >= values.count && windowed.count == values.count)
    let offset = samples.count - values.count
    let samples = samples.span
    let weights = values.span
    // The wrapping sum cannot overflow here; a trapping one would keep the loop from being vectorised.
    for index in weights.indices {
      windowed[index] = samples[unchecked: offset &+ index] * weights[unchecked: index]
    }
  }

  /// Taylor series, exact to the last bits for angles below 0.1 radians.
  private static func cosineAndSine(ofSmall angle: Double) -> (Double, Double) {
    let square = angle * angle
    let cosine = 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56)))
    let sine = angle * (1 - square / 6 * (1 - square / 20 * (1 - square / 42)))
    return (cosine, sine)
  }
}
