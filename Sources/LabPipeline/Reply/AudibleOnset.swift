import LabTimeline

/// Finds the first sample of a sound that a caller would hear.
///
/// Audible means: 10 ms windows, moved by 1 ms, stay at or above −40 dBFS for 50 ms. The onset is the first
/// sample of the first such window whose own magnitude reaches −40 dBFS, so it is exact to the sample. A
/// click is too short to count and the silence that a voice pads on is too quiet.
struct AudibleOnset: Sendable {
  /// −40 dBFS as a magnitude and as a mean square of 16-bit samples.
  static let magnitude = 328
  static let meanSquare = 0.0001 * 32_768 * 32_768

  private let block: Int
  private var blocks: [Double] = []
  private var firstLoud: [Int?] = []
  private var energy = 0.0
  private var loud: Int?
  private var filled = 0
  private var count = 0
  /// The position of the onset, once enough was heard.
  private(set) var position: Int?

  init(sampleRate: Int) {
    block = max(1, sampleRate / 1000)
  }

  /// Hears the next samples: linear PCM, 16 bits little-endian.
  mutating func hear(_ audio: [UInt8]) {
    guard position == nil else { return }
    audio.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count - 1, by: 2) {
        let sample = Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self))
        hear(sample)
        if position != nil { return }
      }
    }
  }

  /// Hears the next samples.
  mutating func hear(_ samples: [Int16]) {
    for sample in samples where position == nil { hear(sample) }
  }

  private mutating func hear(_ sample: Int16) {
    let value = Double(sample)
    energy += value * value
    if loud == nil, abs(Int(sample)) >= Self.magnitude { loud = count }
    count += 1
    filled += 1
    guard filled == block else { return }
    blocks.append(energy)
    firstLoud.append(loud)
    energy = 0
    loud = nil
    filled = 0
    search()
  }

  /// Looks at the one candidate that the newest block completes: 50 blocks, all 41 windows of 10 loud enough.
  private mutating func search() {
    guard blocks.count >= 50 else { return }
    let start = blocks.count - 50
    let wanted = Self.meanSquare * Double(10 * block)
    var sum = 0.0
    for index in 0..<50 {
      sum += blocks[start + index]
      if index >= 10 { sum -= blocks[start + index - 10] }
      if index >= 9, sum < wanted { return }
    }
    position = firstLoud[start...].lazy.compactMap { $0 }.first
  }
}
