import LabEmulatorServer
import NIOCore
import NIOWebSocket
import Testing

@Suite("Reading a client’s frames")
struct ClientFrameReaderTests {
  private let frames = [
    ClientFrame(
      isFinal: true, isExtended: false, opcode: .text, isMasked: true, payload: Array("héllo".utf8)),
    ClientFrame(isFinal: true, isExtended: false, opcode: .ping, isMasked: true, payload: []),
    ClientFrame(
      isFinal: false, isExtended: true, opcode: .binary, isMasked: false, payload: (0..<125).map { $0 }),
    ClientFrame(
      isFinal: true, isExtended: false, opcode: .continuation, isMasked: true,
      payload: (0..<126).map { $0 }),
    ClientFrame(
      isFinal: true, isExtended: false, opcode: .binary, isMasked: true,
      payload: (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }),
    ClientFrame(
      isFinal: true, isExtended: false, opcode: .connectionClose, isMasked: true, payload: [3, 232]),
  ]

  private func bytes(of frame: ClientFrame) -> [UInt8] {
    let count = frame.payload.count
    let mask: UInt8 = frame.isMasked ? 0x80 : 0
    var bytes = [
      (frame.isFinal ? 0x80 : 0) | (frame.isExtended ? 0x20 : 0) | UInt8(webSocketOpcode: frame.opcode)
    ]
    switch count {
    case ...125: bytes.append(mask | UInt8(count))
    case ...65_535: bytes += [mask | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
    default: bytes += [mask | 127] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
    }
    guard frame.isMasked else { return bytes + frame.payload }
    let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    return bytes + key + frame.payload.enumerated().map { $1 ^ key[$0 & 3] }
  }

  @Test("gives the same frames however their bytes are cut", arguments: [1, 2, 7, 127, 4096, 1_000_000])
  func cuts(pieces: Int) throws {
    let stream = frames.flatMap(bytes(of:))
    var reader = ClientFrameReader(byteLimit: 70_000)
    var read: [ClientFrame] = []
    for start in stride(from: 0, to: stream.count, by: pieces) {
      reader.append(ByteBuffer(bytes: stream[start..<min(stream.count, start + pieces)]))
      while let frame = try reader.next() { read.append(frame) }
    }
    #expect(read == frames)
  }

  @Test(
    "refuses a frame by its beginning",
    arguments: [
      ([0x82, 0xFE, 0x03, 0xE9], NIOWebSocketError.invalidFrameLength),
      ([0x82, 0xFF] + [UInt8](repeating: 0xFF, count: 8), .invalidFrameLength),
      ([0x09, 0x80], .fragmentedControlFrame), ([0x89, 0xFE, 0, 126], .multiByteControlFrameLength),
    ] as [([UInt8], NIOWebSocketError)])
  func refusals(beginning: [UInt8], error: NIOWebSocketError) throws {
    var reader = ClientFrameReader(byteLimit: 1000)
    reader.append(ByteBuffer(bytes: beginning.dropLast()))
    #expect(try reader.next() == nil)
    reader.append(ByteBuffer(bytes: beginning.suffix(1)))
    #expect(throws: error) { try reader.next() }
  }
}
