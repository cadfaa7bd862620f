import COpus

/// Encodes and decodes one voice as WebRTC does: Opus (RFC 6716), one channel, packets of 20 ms, through
/// libopus.
///
/// A lost packet is concealed from what came before it. Not to be used from two threads at once. libopus
/// computes in floating point with whatever the processor offers, so that samples can differ in their last
/// bits between machines.
public final class OpusVoice: @unchecked Sendable {
  /// What a packet lasts, as a share of a second.
  public static let packetsPerSecond = 50
  /// RFC 6716, section 3.4, in bytes.
  private static let largestPacket = 1275
  /// The sampling rates of Opus, in Hz.
  public static let sampleRates = [8000, 12_000, 16_000, 24_000, 48_000]

  /// How many samples a packet holds.
  public let frame: Int
  /// How many samples later than they went in samples come out, packets aside.
  public let lookahead: Int
  private let encoder: OpaquePointer
  private let decoder: OpaquePointer

  /// - Parameters:
  ///   - sampleRate: One of ``sampleRates``.
  ///   - bitrate: In bits a second; WebRTC chooses 32,000 for a voice.
  ///   - expectedLoss: In percent; above 0 packets carry a coarse copy of the one before.
  /// - Throws: an ``AudioError`` when libopus does not know the rate.
  public init(sampleRate: Int, bitrate: Int = 32_000, expectedLoss: Int = 0) throws {
    var problem: Int32 = 0
    guard
      let encoder = opus_encoder_create(Int32(sampleRate), 1, OPUS_APPLICATION_VOIP, &problem),
      problem == OPUS_OK
    else { throw AudioError.notForOpus(sampleRate) }
    guard let decoder = opus_decoder_create(Int32(sampleRate), 1, &problem), problem == OPUS_OK else {
      opus_encoder_destroy(encoder)
      throw AudioError.notForOpus(sampleRate)
    }
    self.encoder = encoder
    self.decoder = decoder
    frame = sampleRate / Self.packetsPerSecond
    lookahead = Int(lab_opus_lookahead(encoder))
    _ = lab_opus_set_bitrate(encoder, Int32(bitrate))
    _ = lab_opus_set_loss(encoder, Int32(expectedLoss))
  }

  deinit {
    opus_encoder_destroy(encoder)
    opus_decoder_destroy(decoder)
  }

  /// The packet of a frame; empty when libopus refuses it, as it does for a frame of another length.
  public func encode(_ samples: [Int16]) -> [UInt8] {
    guard samples.count == frame else { return [] }
    var packet = [UInt8](repeating: 0, count: Self.largestPacket)
    let count = opus_encode(encoder, samples, Int32(frame), &packet, Int32(packet.count))
    return Array(packet.prefix(max(0, Int(count))))
  }

  /// The frame of a packet; made up when the packet is `nil`, having been lost.
  public func decode(_ packet: [UInt8]?) -> [Int16] {
    var samples = [Int16](repeating: 0, count: frame)
    _ = opus_decode(decoder, packet, Int32(packet?.count ?? 0), &samples, Int32(frame), 0)
    return samples
  }
}

extension AudioError {
  /// libopus does not know a sampling rate.
  static func notForOpus(_ sampleRate: Int) -> AudioError {
    AudioError(
      .sampleRateOutOfRange, "Opus has no sampling rate of \(sampleRate) Hz.",
      hint: "Use one of \(OpusVoice.sampleRates.map(String.init).joined(separator: ", ")).")
  }
}
