/// How sound is written in a Realtime session.
enum RealtimeFormat: Hashable, Sendable {
  /// Linear samples of 16 bits, little-endian, at 24 kHz.
  case linear
  /// G.711 at 8 kHz, the two laws of telephony.
  case muLaw, aLaw

  var sampleRate: Int { self == .linear ? 24_000 : 8000 }

  /// The object in a session.
  var json: String {
    switch self {
    case .linear: #"{"type":"audio/pcm","rate":24000}"#
    case .muLaw: #"{"type":"audio/pcmu"}"#
    case .aLaw: #"{"type":"audio/pcma"}"#
    }
  }

  /// The format of such an object; `nil` when the service knows none like it.
  init?(_ tree: JSONTree) {
    switch tree["type"]?.string {
    case "audio/pcm":
      guard [nil, 24_000].contains(tree["rate"]?.number) else { return nil }
      self = .linear
    case "audio/pcmu": self = .muLaw
    case "audio/pcma": self = .aLaw
    default: return nil
    }
  }

  init() { self = .linear }

  /// Linear samples of 16 bits, little-endian, from bytes of the format.
  func decoded(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .linear: bytes
    case .muLaw: bytes.flatMap { Self.bytes(of: Self.fromMuLaw($0)) }
    case .aLaw: bytes.flatMap { Self.bytes(of: Self.fromALaw($0)) }
    }
  }

  /// Bytes of the format from linear samples of 16 bits, little-endian.
  func encoded(_ bytes: [UInt8]) -> [UInt8] {
    guard self != .linear else { return bytes }
    return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let sample = Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
      return self == .muLaw ? Self.toMuLaw(sample) : Self.toALaw(sample)
    }
  }

  private static func bytes(of sample: Int16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
  }

  // ITU-T G.711 (1988), tables 1 and 2: a sign, three bits of segment, four bits within it.
  private static func fromMuLaw(_ byte: UInt8) -> Int16 {
    let code = Int(~byte)
    let magnitude = ((code & 0x0F) << 3 + 0x84) << ((code & 0x70) >> 4) - 0x84
    return Int16(code & 0x80 != 0 ? -magnitude : magnitude)
  }

  private static func toMuLaw(_ sample: Int16) -> UInt8 {
    let magnitude = min(32_635, abs(Int(sample))) + 0x84
    let segment = max(0, (Int.bitWidth - magnitude.leadingZeroBitCount) - 8)
    let code = (sample < 0 ? 0x80 : 0) | segment << 4 | (magnitude >> (segment + 3)) & 0x0F
    return ~UInt8(truncatingIfNeeded: code)
  }

  private static func fromALaw(_ byte: UInt8) -> Int16 {
    let code = Int(byte ^ 0x55)
    let segment = (code & 0x70) >> 4
    let low = (code & 0x0F) << 4
    let magnitude = segment == 0 ? low + 8 : (low + 0x108) << (segment - 1)
    return Int16(code & 0x80 != 0 ? magnitude : -magnitude)
  }

  private static func toALaw(_ sample: Int16) -> UInt8 {
    let magnitude = min(32_767, sample < 0 ? -1 - Int(sample) : Int(sample))
    let width = Int.bitWidth - magnitude.leadingZeroBitCount
    let segment = max(0, width - 8)
    let low = segment == 0 ? magnitude >> 4 : magnitude >> (segment + 3)
    return (UInt8(truncatingIfNeeded: (sample < 0 ? 0 : 0x80) | segment << 4 | low & 0x0F)) ^ 0x55
  }
}
