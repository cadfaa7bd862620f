import LabEmulatorServer
import LabTransport
import NIOCore
import NIOWebSocket

/// What puts the frames of a WebSocket together, on either side, held against a slow reading of RFC 6455. The frames are
/// cut out of the bytes here, which the server does too and is held against; on the client's side that is NIO's part.
struct WebSocketSubject: FuzzSubject {
  var outcome = FuzzOutcome()
  /// Whether it is the server's side, where frames come masked.
  let isServer: Bool
  private var pending: [UInt8] = []
  private var reader = ClientFrameReader(byteLimit: Self.byteLimit)
  private var assembler = MessageAssembler(byteLimit: Self.byteLimit)
  private var expected: Expected?
  private var isClosed = false

  /// Small, so that inputs reach it.
  static let byteLimit = 2000

  /// The message that has begun, byte by byte.
  private struct Expected {
    let isText: Bool
    var bytes: [UInt8] = []
  }

  init(isServer: Bool) {
    self.isServer = isServer
  }

  mutating func take(_ step: FuzzStep) {
    guard case .bytes(let bytes) = step, !isClosed else { return }
    pending += bytes
    reader.append(ByteBuffer(bytes: bytes))
    while !isClosed, let frame = WebSocketBytes.next(in: &pending, limit: Self.byteLimit) {
      if isServer, read() != Self.clientFrame(frame) { outcome.violation = "A frame is read wrongly." }
      take(frame)
    }
    if isServer, !isClosed, read() != nil { outcome.violation = "A frame is read that is none." }
  }

  /// What the server reads next; `nil` also for what breaks a rule.
  private mutating func read() -> ClientFrame? {
    do {
      return try reader.next()
    } catch {
      return nil
    }
  }

  private static func clientFrame(_ frame: WebSocketFrame) -> ClientFrame {
    ClientFrame(
      isFinal: frame.fin, isExtended: frame.rsv1 || frame.rsv2 || frame.rsv3, opcode: frame.opcode,
      isMasked: frame.maskKey != nil, payload: plain(frame))
  }

  private mutating func take(_ frame: WebSocketFrame) {
    guard (frame.maskKey != nil) == isServer, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return end("refused")
    }
    let payload = Self.plain(frame)
    switch frame.opcode {
    case .ping, .pong: outcome.note("control", "\(frame.opcode)")
    case .connectionClose: takeClose(ByteBuffer(bytes: payload))
    default: takeData(frame, payload)
    }
  }

  private static func plain(_ frame: WebSocketFrame) -> [UInt8] {
    frame.data.readableBytesView.enumerated().map { index, byte in
      frame.maskKey.map { byte ^ $0[index & 3] } ?? byte
    }
  }

  private mutating func takeClose(_ payload: ByteBuffer) {
    guard let close = CloseFrame(payload) else { return end("malformed close") }
    if CloseFrame(ByteBuffer(bytes: close.payload)) != close {
      outcome.violation = "A close changes when it is written and read again."
    }
    end("close")
  }

  private mutating func takeData(_ frame: WebSocketFrame, _ payload: [UInt8]) {
    let size = (expected?.bytes.count ?? 0) + payload.count
    let isContinuation = frame.opcode == .continuation
    let isKnown = [.text, .binary, .continuation].contains(frame.opcode)
    let isInOrder = isKnown && isContinuation == (expected != nil)
    if isInOrder, size <= Self.byteLimit {
      var message = expected ?? Expected(isText: frame.opcode == .text)
      message.bytes += payload
      expected = message
    }
    let taken = assembler.take(frame.opcode, isFinal: frame.fin, payload)
    guard isInOrder, size <= Self.byteLimit, let message = expected else {
      if case .violation = taken { return end("violation") }
      outcome.violation = "A frame against the rules was taken."
      return
    }
    switch taken {
    case .incomplete:
      if frame.fin { outcome.violation = "The last frame of a message did not complete it." }
      outcome.note("part")
    case .message(let whole):
      check(whole, message)
      expected = nil
    case .violation:
      let isText = message.isText && frame.fin
      if !isText || Array(String(decoding: message.bytes, as: UTF8.self).utf8) == message.bytes {
        outcome.violation = "A message was refused that keeps the rules."
      }
      end("not UTF-8")
    }
  }

  private mutating func check(_ message: WebSocketMessage, _ expected: Expected) {
    let (bytes, opcode): ([UInt8], WebSocketOpcode) =
      switch message {
      case .text(let text): (Array(text.utf8), .text)
      case .binary(let bytes): (bytes, .binary)
      }
    outcome.note("message", "\(opcode)")
    outcome.volume += bytes.count
    if bytes != expected.bytes || (opcode == .text) != expected.isText {
      outcome.violation = "A message is not what its frames hold."
    }
    var written = ByteBuffer()
    written.writeServerFrame(opcode, bytes)
    var again = Array(written.readableBytesView)
    let frame = WebSocketBytes.next(in: &again, limit: Self.byteLimit)
    if frame?.opcode != opcode || frame?.data != ByteBuffer(bytes: bytes) || !again.isEmpty {
      outcome.violation = "A frame changes when it is written and read again."
    }
  }

  private mutating func end(_ why: StaticString) {
    outcome.note(why)
    isClosed = true
    pending = []
  }
}

/// Frames as bytes, by RFC 6455, section 5.2.
enum WebSocketBytes {
  /// Takes the first frame off; `nil` when none is whole, or when it breaks a rule that decoders know.
  static func next(in bytes: inout [UInt8], limit: Int) -> WebSocketFrame? {
    guard bytes.count >= 2 else { return nil }
    var at = 2
    var length = UInt64(bytes[1] & 0x7F)
    if length >= 126 {
      let width = length == 126 ? 2 : 8
      guard bytes.count >= 2 + width else { return nil }
      length = bytes[2..<2 + width].reduce(0) { $0 << 8 | UInt64($1) }
      at += width
    }
    let isControl = bytes[0] & 0x08 != 0
    let isWhole = bytes[0] & 0x80 != 0
    guard length <= UInt64(limit), !isControl || (isWhole && length <= 125) else { return nil }
    var mask: WebSocketMaskingKey?
    if bytes[1] & 0x80 != 0 {
      guard bytes.count >= at + 4 else { return nil }
      mask = WebSocketMaskingKey(bytes[at..<at + 4])
      at += 4
    }
    guard bytes.count >= at + Int(length), let opcode = WebSocketOpcode(encodedWebSocketOpcode: bytes[0] & 15)
    else { return nil }
    let data = ByteBuffer(bytes: bytes[at..<at + Int(length)])
    let first = bytes[0]
    bytes.removeFirst(at + Int(length))
    return WebSocketFrame(
      fin: isWhole, rsv1: first & 0x40 != 0, rsv2: first & 0x20 != 0, rsv3: first & 0x10 != 0,
      opcode: opcode, maskKey: mask, data: data)
  }

  /// A frame as it travels; masked when it comes from a client.
  static func frame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true, isMasked: Bool) -> [UInt8] {
    var bytes = [opcode | (isFinal ? 0x80 : 0)]
    let mask: UInt8 = isMasked ? 0x80 : 0
    if payload.count < 126 {
      bytes.append(mask | UInt8(payload.count))
    } else {
      bytes += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    }
    guard isMasked else { return bytes + payload }
    let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    return bytes + key + payload.enumerated().map { $1 ^ key[$0 & 3] }
  }

  /// What a service of speech and its client say, with fragments, pings and a close.
  static func exchange(isMasked: Bool) -> [FuzzStep] {
    let text = Array(#"{"type":"Results","channel":{"alternatives":[{"transcript":"héllo 😀"}]}}"#.utf8)
    let sound = FuzzSound.bytes(20_000, 160)
    return [
      frame(1, text, isMasked: isMasked),
      frame(2, sound, isMasked: isMasked),
      frame(9, Array("ping".utf8), isMasked: isMasked),
      frame(1, Array(text[..<62]), isFinal: false, isMasked: isMasked),
      frame(0, Array(text[62..<66]), isFinal: false, isMasked: isMasked),
      frame(10, [], isMasked: isMasked),
      frame(0, Array(text[66...]), isMasked: isMasked),
      frame(2, sound, isFinal: false, isMasked: isMasked),
      frame(0, sound + sound, isFinal: false, isMasked: isMasked),
      frame(0, [], isMasked: isMasked),
      frame(8, [0x03, 0xE8] + Array("The session ends.".utf8), isMasked: isMasked),
    ].map { .bytes($0) }
  }
}
