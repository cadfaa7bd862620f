/// Cuts a stream of 16-bit audio so that no sample is torn: an odd byte waits for the next piece.
package struct WholeSamples: Sendable {
  private var odd: UInt8?

  package init() {}

  /// The whole samples that are there with this piece.
  package mutating func append(_ bytes: [UInt8]) -> [UInt8] {
    if odd == nil, bytes.count.isMultiple(of: 2) { return bytes }
    var whole = odd.map { [$0] } ?? []
    whole += bytes
    odd = whole.count.isMultiple(of: 2) ? nil : whole.removeLast()
    return whole
  }

  /// Forgets a byte that waits.
  package mutating func reset() {
    odd = nil
  }
}
