import LabConversation
import LabProviders
import LabTimeline

/// The microphone's stream: what the caller says, buffer by buffer, as it reaches the pipeline.
struct Microphone: Sendable {
  let sampleRate: Int
  var caller: Caller
  /// The buffer that was captured last.
  var buffer: [Int16]
  /// The position in the stream behind the last buffer, in samples.
  private(set) var position = 0
  /// The caller's voice on its way here, when the caller is elsewhere.
  private var uplink: MediaUplink?
  /// How many samples the next buffer holds.
  private(set) var nextCount: Int

  init(script: CallerScript, sampleRate: Int, bufferSize: Int, uplink: MediaUplink?) {
    self.sampleRate = sampleRate
    self.uplink = uplink
    caller = Caller(script: script, sampleRate: sampleRate)
    nextCount = bufferSize
    buffer = [Int16](repeating: 0, count: bufferSize)
  }

  /// The position of the buffer's first sample.
  var start: Int { position - buffer.count }

  /// When the buffer's first sample was captured.
  var startInstant: LabInstant { instant(of: start) }

  /// When the buffer was full.
  var capturedInstant: LabInstant { instant(of: position) }

  /// When the microphone has captured that many samples.
  func instant(of samples: Int) -> LabInstant {
    .origin + SamplePosition.duration(ofSamples: samples, sampleRate: sampleRate)
  }

  /// How long the next buffer is.
  var nextLength: Duration { SamplePosition.duration(ofSamples: nextCount, sampleRate: sampleRate) }

  /// When the next buffer is full.
  var nextInstant: LabInstant { instant(of: position + nextCount) }

  /// Captures the next buffer.
  ///
  /// - Parameter next: How many samples the one after it will hold.
  mutating func capture(next: Int) -> [Caller.Fact] {
    if nextCount != buffer.count { buffer = [Int16](repeating: 0, count: nextCount) }
    let facts = caller.fill(&buffer, from: position)
    position += buffer.count
    nextCount = next
    return facts
  }

  /// Puts what is heard from a caller who is elsewhere in the place of what was captured.
  ///
  /// - Returns: the ends of utterances that have come out.
  mutating func receive(_ facts: [Caller.Fact]) -> [MediaUplink.End] {
    guard uplink != nil else { return [] }
    for case .began(let utterance, _, let ends) in facts { uplink?.watch(utterance: utterance, ends: ends) }
    return uplink?.pass(&buffer) ?? []
  }

  /// Frames of the caller's way here that were made up since this was last asked.
  mutating func takeConcealed() -> Int { uplink?.takeConcealed() ?? 0 }

  /// The buffer as linear PCM, 16 bits little-endian.
  var bytes: [UInt8] { Self.littleEndianBytes(of: buffer) }

  /// As many bytes of silence.
  var silence: [UInt8] { [UInt8](repeating: 0, count: buffer.count * 2) }

  private static func littleEndianBytes(of samples: [Int16]) -> [UInt8] {
    samples.withUnsafeBytes { bytes in
      #if _endian(little)
        Array(bytes)
      #else
        samples.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
      #endif
    }
  }
}
