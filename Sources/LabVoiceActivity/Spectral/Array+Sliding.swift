extension [Float] {
  /// Moves every value `count` places towards the front; the last `count` stay, to be overwritten.
  mutating func dropFirstInPlace(_ count: Int) {
    precondition(count <= self.count)
    withUnsafeMutableBufferPointer { values in
      guard let start = values.baseAddress else { return }
      // Loops over overlapping places are not vectorised; this is one move of memory.
      start.update(from: start + count, count: values.count - count)
    }
  }
}
