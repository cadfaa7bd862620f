/// What a detector said of one recording, from its first sample to its last.
public struct DetectorTrack: Sendable, Hashable {
  /// One per block, 0 to 1.
  public var probabilities: [Float]
  /// Samples per block, at 16 kHz.
  public var blockSize: Int
  /// Processor time of the detection alone, in seconds; nil when the detector does not say.
  public var processorSeconds: Double?

  /// - Parameter blockSize: Samples per probability, at 16 kHz: 160 for ten milliseconds.
  public init(probabilities: [Float], blockSize: Int, processorSeconds: Double?) {
    self.probabilities = probabilities
    self.blockSize = blockSize
    self.processorSeconds = processorSeconds
  }

  /// The probability for each frame of ten milliseconds: that of the block which holds its centre.
  func perFrame(count: Int) -> [Float] {
    (0..<count).map { probabilities[min((160 * $0 + 80) / blockSize, probabilities.count - 1)] }
  }

  /// The second at which the verdict on a block is known: the end of the block.
  func end(ofBlock block: Int) -> Double { Double((block + 1) * blockSize) / 16_000 }
}
