import LabTimeline

/// One end of a connection: the sender of its own direction and the receiver of the other.
struct TCPEnd: Sendable {
  var sender: TCPSender
  var receiver: TCPReceiver

  init(_ settings: TCPSettings) {
    sender = TCPSender(settings)
    receiver = TCPReceiver(settings)
  }

  /// When something is to be done if nothing arrives.
  var due: LabInstant? {
    guard let acknowledge = receiver.due else { return sender.due }
    return sender.due.map { min($0, acknowledge) } ?? acknowledge
  }
}

/// Packets under way, in the order of their arrival.
struct PacketsUnderWay: Sendable {
  private var waiting: [(at: LabInstant, packet: TCPPacket)] = []

  var next: LabInstant? { waiting.last?.at }

  mutating func add(_ packet: TCPPacket, at arrival: LabInstant) {
    // Latest first, so that the next one is taken from the end; equal ones keep their order.
    var low = 0
    var high = waiting.count
    while low < high {
      let middle = (low + high) / 2
      if waiting[middle].at > arrival { low = middle + 1 } else { high = middle }
    }
    waiting.insert((arrival, packet), at: low)
  }

  mutating func take(dueBefore now: LabInstant) -> TCPPacket? {
    guard let last = waiting.last, last.at <= now else { return nil }
    return waiting.removeLast().packet
  }
}
