/// The smallest smoothed power per bin over the last second and a half.
///
/// Noise cannot lie below it. From R. Martin, "Noise power spectral density estimation based on optimal
/// smoothing and minimum statistics", IEEE Transactions on Speech and Audio Processing 9(5), 2001, in its
/// plain form: fixed smoothing, no bias correction, and the window in blocks so that a frame costs one
/// comparison per bin.
struct MinimumTracker: Sendable {
  private let smoothing: Float
  private let framesPerBlock: Int
  private let blockCount: Int
  private let bins: Int

  private var smoothed: [Float]
  private var current: [Float]
  private var blocks: [Float]
  private var past: [Float]
  private var framesInBlock = 0
  private var nextBlock = 0
  private var filledBlocks = 0
  private var hasStarted = false

  init(bins: Int, _ parameters: SpectralDetector.Parameters.Noise) {
    self.bins = bins
    smoothing = parameters.minimumSmoothing
    framesPerBlock = parameters.framesPerBlock
    blockCount = parameters.blocks
    smoothed = Array(repeating: 0, count: bins)
    current = Array(repeating: .greatestFiniteMagnitude, count: bins)
    past = current
    blocks = Array(repeating: .greatestFiniteMagnitude, count: bins * parameters.blocks)
  }

  /// Takes in the power of one frame.
  mutating func update(with power: [Float]) {
    Self.follow(power, keeping: hasStarted ? smoothing : 0, smoothed: &smoothed, minimum: &current)
    hasStarted = true
  }

  private static func follow(
    _ power: [Float], keeping kept: Float, smoothed: inout [Float], minimum current: inout [Float]
  ) {
    let power = power.span
    var smoothed = smoothed.mutableSpan
    var current = current.mutableSpan
    for bin in power.indices {
      let value = kept * smoothed[unchecked: bin] + (1 - kept) * power[unchecked: bin]
      smoothed[unchecked: bin] = value
      current[unchecked: bin] = min(current[unchecked: bin], value)
    }
  }

  /// Lifts a noise estimate to the minimum, once the window has been filled for the first time.
  func raise(_ noise: inout [Float]) {
    guard filledBlocks == blockCount else { return }
    let current = current.span
    let past = past.span
    var noise = noise.mutableSpan
    for bin in current.indices {
      noise[unchecked: bin] = max(noise[unchecked: bin], min(current[unchecked: bin], past[unchecked: bin]))
    }
  }

  /// Ends the frame, and with the last frame of a block starts the next block.
  mutating func endFrame() {
    framesInBlock += 1
    guard framesInBlock == framesPerBlock else { return }
    framesInBlock = 0
    filledBlocks = min(filledBlocks + 1, blockCount)
    for bin in 0..<bins {
      blocks[nextBlock * bins + bin] = current[bin]
      current[bin] = smoothed[bin]
      var least = blocks[bin]
      for block in 1..<blockCount {
        least = min(least, blocks[block * bins + bin])
      }
      past[bin] = least
    }
    nextBlock = (nextBlock + 1) % blockCount
  }
}
