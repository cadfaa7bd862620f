import LabAudio
import LabEmulation
import LabRecord
import LabStatistics
import LabTimeline

/// A voice on its way over a media leg: cut into frames of 20 ms, encoded, sent, held back by a jitter
/// buffer, decoded.
///
/// Both ends count time in frames from the origin of the conversation: frame k of what is heard begins at k ·
/// 20 ms.
struct MediaStream: Sendable {
  /// Headers of Ethernet, IPv4, UDP and RTP, and the tag of SRTP.
  private static let overhead = 14 + 20 + 8 + 12 + 10

  /// A frame at the far end.
  struct Heard: Sendable {
    /// Which frame of what was said it holds, or stands for; `nil` before anything has come and while one is
    /// waited for.
    var number: Int?
    var samples: [Int16]
    var isConcealed: Bool
  }

  let sampleRate: Int
  let frame: Int
  let lookahead: Int
  private let voice: OpusVoice
  private var path: PacketPath
  private var leg: SharedLeg
  private var buffer = JitterBuffer()
  private var packets: [Int: [UInt8]] = [:]
  /// The frame of what is said that comes next, and the frame of what is heard.
  private(set) var nextSaid = 0
  private(set) var nextHeard = 0
  private let quiet: [Int16]

  init(
    _ profile: LegProfile, _ direction: LegDirection, sampleRate: Int, generator: SeededGenerator
  ) throws {
    self.sampleRate = sampleRate
    voice = try OpusVoice(sampleRate: sampleRate)
    frame = voice.frame
    lookahead = voice.lookahead
    quiet = [Int16](repeating: 0, count: voice.frame)
    // Both directions go through the same outages.
    leg = SharedLeg(profile, generator: generator.derived(name: "outages"))
    path = PacketPath(direction == .up ? profile.up : profile.down, direction, generator: generator)
  }

  /// When a frame begins, at either end.
  func begins(_ number: Int) -> LabInstant { .origin + JitterBuffer.packet * number }

  /// Says the next frame.
  mutating func say(_ samples: [Int16]) {
    let packet = voice.encode(samples)
    let number = nextSaid
    nextSaid += 1
    let sent = JitterBuffer.sent(number)
    guard let arrival = path.carry(bytes: packet.count + Self.overhead, at: sent, over: &leg) else { return }
    packets[number] = packet
    buffer.sent(number, arrives: arrival)
  }

  /// What is heard in the next frame. All frames that were said before its beginning have to be said already.
  mutating func hear() -> Heard {
    let now = begins(nextHeard)
    nextHeard += 1
    switch buffer.pull(at: now) {
    case .nothing: return Heard(number: nil, samples: quiet, isConcealed: false)
    case .packet(let number):
      return Heard(
        number: number, samples: voice.decode(packets.removeValue(forKey: number)), isConcealed: false)
    case .concealment(let number):
      return Heard(number: number, samples: voice.decode(nil), isConcealed: true)
    }
  }

  /// How many outages it met.
  var outageCount: Int { leg.outageCount }
}
