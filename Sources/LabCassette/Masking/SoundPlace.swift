/// Where in a sound the next piece of it begins.
struct SoundPlace {
  /// How many bytes of the sound came before.
  var position = 0
  /// How many samples a millisecond has.
  var block = 24

  /// Keeps the loudness of the next piece.
  mutating func runs(of bytes: [UInt8]) -> AudioRuns {
    defer { position += bytes.count }
    return AudioRuns(of: bytes, position: position, block: block)
  }
}
