/// A WebSocket client that sends whatever frames a test wants.
final class RawWebSocket {
  struct Frame: Equatable {
    var opcode: UInt8
    var payload: [UInt8]

    var text: String { String(decoding: payload, as: UTF8.self) }

    static func text(_ text: String) -> Frame { Frame(opcode: 1, payload: Array(text.utf8)) }

    /// A close with a code and no reason.
    static func close(_ code: Int) -> Frame {
      Frame(opcode: 8, payload: [UInt8(code >> 8), UInt8(code & 0xff)])
    }
  }

  let client: RawClient
  /// The head of the answer to the request.
  private(set) var head = ""

  /// Connects and asks; the answer is not awaited.
  init(port: Int, target: String = "/", headers: [String] = [], version: Int = 13) throws {
    client = try RawClient(port: port)
    let lines =
      [
        "GET \(target) HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: \(version)",
      ] + headers
    client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
  }

  /// Connects and waits for the answer.
  static func open(port: Int, target: String = "/", headers: [String] = []) throws -> RawWebSocket {
    let socket = try RawWebSocket(port: port, target: target, headers: headers)
    try socket.awaitHead()
    return socket
  }

  func awaitHead() throws {
    head = try client.take(through: "\r\n\r\n")
  }

  func send(_ frame: Frame, isFinal: Bool = true, isMasked: Bool = true, reserved: UInt8 = 0) {
    client.send(Self.bytes(of: frame, isFinal: isFinal, isMasked: isMasked, reserved: reserved))
  }

  static func bytes(
    of frame: Frame, isFinal: Bool = true, isMasked: Bool = true, reserved: UInt8 = 0
  ) -> [UInt8] {
    var bytes = [(isFinal ? 0x80 : 0) | reserved | frame.opcode]
    let mark: UInt8 = isMasked ? 0x80 : 0
    let count = frame.payload.count
    switch count {
    case ...125: bytes.append(mark | UInt8(count))
    case ...65535: bytes += [mark | 126, UInt8(count >> 8), UInt8(count & 0xff)]
    default: bytes += [mark | 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
    }
    guard isMasked else { return bytes + frame.payload }
    let mask: [UInt8] = [1, 2, 3, 4]
    return bytes + mask + frame.payload.enumerated().map { $0.element ^ mask[$0.offset % 4] }
  }

  func receive() throws -> Frame {
    let start = try client.take(2)
    guard start[1] & 0x80 == 0 else { throw RawClient.Failure(what: "the server masked a frame") }
    var count = Int(start[1])
    if count == 126 { count = try client.take(2).reduce(0) { $0 << 8 | Int($1) } }
    if count == 127 { count = try client.take(8).reduce(0) { $0 << 8 | Int($1) } }
    return Frame(opcode: start[0] & 0x0f, payload: try client.take(count))
  }
}
