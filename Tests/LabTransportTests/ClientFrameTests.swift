import NIOCore
import NIOWebSocket
import Testing

@testable import LabTransport

@Suite("Frames of a client")
struct ClientFrameTests {
  @Test(
    "have the header of RFC 6455 and are whole again under their mask",
    arguments: [0, 1, 7, 8, 9, 125, 126, 127, 640, 65_535, 65_536])
  func roundTrip(length: Int) {
    let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var frame = ByteBuffer()
    frame.writeClientFrame(.binary, payload, key: 0x0102_F3F4)
    var expected: [UInt8] = [0x82]
    switch length {
    case ...125: expected.append(0x80 | UInt8(length))
    case ...65_535: expected += [0xFE, UInt8(length >> 8), UInt8(length & 0xFF)]
    default: expected += [0xFF] + (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * (7 - $0))) }
    }
    let key: [UInt8] = [0x01, 0x02, 0xF3, 0xF4]
    expected += key + payload.enumerated().map { $1 ^ key[$0 % 4] }
    #expect(Array(frame.readableBytesView) == expected)
  }

  @Test("are masked with keys that are not given out twice")
  func keys() {
    var keys = MaskingKeys()
    let drawn = (0..<200).map { _ in keys.next() }
    // Of 200 in 2^32, two alike by chance come once in 200,000 runs; five pairs never.
    #expect(Set(drawn).count > 195)
  }
}
