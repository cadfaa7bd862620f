import LabStatistics
import LabTimeline

/// Finds speech by its energy alone, for voices that are not in the index.
///
/// The stream is cut into frames of 10 ms. A frame is loud when its root mean square reaches the threshold.
/// Speech begins with the first of `onset` loud frames in a row and ends with the last loud frame before
/// `hangover` of quiet ones; shorter gaps belong to it. Positions are therefore multiples of 10 ms.
public struct EnergySegmenter: Sendable {
  /// What stands in a transcript for words that nobody knows.
  public static let unrecognised = "(unrecognised speech)"

  /// What was noticed; positions are samples from the start of the stream.
  public enum Event: Hashable, Sendable {
    /// Speech that began at the position was long enough to count.
    case began(at: Int)
    /// The speech was followed by enough quiet; the range is all of it.
    case ended(Range<Int>)
  }

  private let frame: Int
  private let loudSum: Double
  private let onset: Int
  private let hangover: Int
  private var pcm = LittleEndianSamples()
  private var sum = 0
  private var filled = 0
  /// How many whole frames were heard.
  private var frames = 0
  private var loudRun = 0
  private var quietRun = 0
  private var start: Int?

  /// - Parameters:
  ///   - sampleRate: In Hz, at least 100.
  ///   - threshold: In dB relative to full scale (a square wave of full amplitude is 0 dB).
  ///   - onset: How long it has to be loud; a click is shorter.
  ///   - hangover: How long it has to be quiet; the gaps within a sentence are shorter.
  public init(
    sampleRate: Int, threshold: Double = -40, onset: Duration = .milliseconds(50),
    hangover: Duration = .milliseconds(300)
  ) {
    frame = max(1, sampleRate / 100)
    let magnitude = 32_768 * PortableMath.pow(10, threshold / 20)
    loudSum = magnitude * magnitude * Double(frame)
    self.onset = max(1, Int(onset.nanoseconds / 10_000_000))
    self.hangover = max(1, Int(hangover.nanoseconds / 10_000_000))
  }

  /// Hears the next bytes: mono linear PCM, 16 bits little-endian, cut anywhere.
  public mutating func hear(_ bytes: [UInt8], noticed: (Event) -> Void) {
    hear(pcm.decode(bytes)[...], noticed: noticed)
  }

  /// Hears the next samples.
  mutating func hear(_ samples: ArraySlice<Int16>, noticed: (Event) -> Void) {
    var next = samples.startIndex
    while next < samples.endIndex {
      let end = min(samples.endIndex, next + frame - filled, next + Self.longestSum)
      sum &+= Self.energy(of: samples[next..<end])
      filled += end - next
      next = end
      if filled == frame { closeFrame(noticed) }
    }
  }

  /// How many samples may be added up at once.
  private static let longestSum = 1 << 16

  /// The sum of the squares. Their halves are added up apart, in 32 bits, of which a processor adds more at a
  /// time than of 64.
  private static func energy(of samples: ArraySlice<Int16>) -> Int {
    let samples = samples.span
    var low: UInt32 = 0
    var high: UInt32 = 0
    for index in samples.indices {
      let sample = Int32(samples[unchecked: index])
      let square = UInt32(bitPattern: sample &* sample)
      low &+= square & 0xFFFF
      high &+= square >> 16
    }
    return Int(high) << 16 + Int(low)
  }

  /// Ends the stream: speech that still goes on ends with its last loud frame.
  public mutating func finish(noticed: (Event) -> Void) {
    if let start { noticed(.ended(start * frame..<(frames - quietRun) * frame)) }
    start = nil
    loudRun = 0
  }

  private mutating func closeFrame(_ noticed: (Event) -> Void) {
    let isLoud = Double(sum) >= loudSum
    sum = 0
    filled = 0
    frames += 1
    loudRun = isLoud ? loudRun + 1 : 0
    quietRun = isLoud ? 0 : quietRun + 1
    if start == nil, loudRun == onset {
      start = frames - onset
      noticed(.began(at: (frames - onset) * frame))
    } else if let began = start, quietRun == hangover {
      noticed(.ended(began * frame..<(frames - hangover) * frame))
      start = nil
    }
  }
}
