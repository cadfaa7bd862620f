extension SeededGenerator {
  /// Makes the named stream of a seed: `SeededGenerator(seed: seed).derived(name: stream)`.
  public init(seed: UInt64, stream: String) {
    self = SeededGenerator(seed: seed).derived(name: stream)
  }
}
