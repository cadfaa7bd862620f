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
    encoding.encode(bytes)
  }

  private var encoding: SampleEncoding {
    switch self {
    case .linear: .integer16
    case .muLaw: .muLaw
    case .aLaw: .aLaw
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

  private static func fromALaw(_ byte: UInt8) -> Int16 {
    let code = Int(byte ^ 0x55)
    let segment = (code & 0x70) >> 4
    let low = (code & 0x0F) << 4
    let magnitude = segment == 0 ? low + 8 : (low + 0x108) << (segment - 1)
    return Int16(code & 0x80 != 0 ? magnitude : -magnitude)
  }
}
