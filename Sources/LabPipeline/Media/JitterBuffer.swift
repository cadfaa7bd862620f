import LabTimeline

/// The receiving end of a media leg: decides, 20 ms by 20 ms, which packet is played and when one has to be
/// made up.
///
/// After the manner of WebRTC's NetEq. It holds back as much as the packets of the last two seconds varied,
/// 95 of 100 of them. When nothing has come it makes a frame up and waits, which lengthens the delay; when it
/// holds more than it needs it leaves a frame out, at most one in 200 ms, which shortens it again. (NetEq
/// stretches and squeezes the voice instead.)
struct JitterBuffer: Sendable {
  /// What is to be heard in the next 20 ms.
  enum Frame: Hashable, Sendable {
    /// Nothing has come yet.
    case nothing
    /// The packet of a number.
    case packet(Int)
    /// Something made up. `number` is the packet that it stands for; `nil` while that one may still come.
    case concealment(number: Int?)
  }

  static let packet = Duration.milliseconds(20)
  private static let memory = 100

  /// Packets that have come, or will have by an instant that lies ahead.
  private var arrivals: [Int: LabInstant] = [:]
  private var delays: [Int64] = []
  private var next: Int?
  private var highest = -1
  private var sinceSkip = 0
  /// Something was made up since a packet was last played, and its number may still come.
  private var isWaiting = false
  /// What was left out so far to shorten the delay.
  private(set) var skipped = 0

  /// A packet is under way and will be there at an instant. It was sent when its 20 ms were over.
  mutating func sent(_ number: Int, arrives arrival: LabInstant) {
    arrivals[number] = arrival
    highest = max(highest, number)
    delays.append((arrival - Self.sent(number)).nanoseconds)
    if delays.count > Self.memory { delays.removeFirst() }
  }

  /// When a packet is sent: when its last sample is there.
  static func sent(_ number: Int) -> LabInstant { .origin + packet * (number + 1) }

  /// How long after sending a packet it should be heard, by what was seen.
  private var target: Int64 {
    let sorted = delays.sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
  }

  /// Decides on the 20 ms that begin now.
  mutating func pull(at now: LabInstant) -> Frame {
    sinceSkip += 1
    if next == nil {
      guard let first = arrivals.filter({ $0.value <= now }).keys.min() else { return .nothing }
      next = first
    }
    guard var number = next else { return .nothing }
    if isHere(number, at: now) {
      let excess = (now - Self.sent(number)).nanoseconds - target
      if excess > Self.packet.nanoseconds * 3 / 2, sinceSkip >= 10, isHere(number + 1, at: now) {
        arrivals[number] = nil
        number += 1
        skipped += 1
        sinceSkip = 0
      }
      arrivals[number] = nil
      next = number + 1
      isWaiting = false
      return .packet(number)
    }
    // A later one is there and has waited as long as most ever do: this one is lost.
    let hasLater = (number + 1...max(number + 1, highest)).contains { isHere($0, at: now) }
    let isOverdue = (now - Self.sent(number)).nanoseconds >= target
    guard hasLater, isOverdue else {
      isWaiting = true
      return .concealment(number: nil)
    }
    arrivals[number] = nil
    next = number + 1
    // What was made up while waiting for it has stood in its place already.
    guard isWaiting, isHere(number + 1, at: now) else { return .concealment(number: number) }
    isWaiting = false
    arrivals[number + 1] = nil
    next = number + 2
    return .packet(number + 1)
  }

  private func isHere(_ number: Int, at now: LabInstant) -> Bool {
    arrivals[number].map { $0 <= now } ?? false
  }
}
