import LabTimeline

/// How both ends of a connection send: the values that a Linux server and client of today have.
public struct TCPSettings: Hashable, Sendable {
  /// The most bytes of a stream in one segment: 1,500 less IPv4, TCP and its timestamps (RFC 7323).
  public var segment = 1448
  /// What a packet has beside them: the three headers and the frame of Ethernet.
  public var overhead = 66
  /// How many segments leave before the first is acknowledged (RFC 6928: 10).
  public var initialWindow = 10
  /// The least that is added to the round trip before a segment is sent again. RFC 6298, section 2.4, would
  /// have the whole time-out last a second at least; Linux adds 200 ms (`TCP_RTO_MIN`), as most servers
  /// therefore do.
  public var leastVariance = Duration.milliseconds(200)
  /// The time-out before a round trip was measured (RFC 6298, section 2.1: 1 s).
  public var firstTimeOut = Duration.seconds(1)
  /// The longest time-out.
  public var longestTimeOut = Duration.seconds(120)
  /// How long an acknowledgement may wait for data to travel with (Linux: 40 ms; RFC 9293, section 3.8.6.3,
  /// allows 500).
  public var delayedAcknowledgement = Duration.milliseconds(40)
  /// The grain of the timers that send again: 4 ms, a kernel that counts 250 ticks a second. Zero for exact
  /// timers.
  public var tick = Duration.milliseconds(4)
  /// How many segments a new connection acknowledges at once, before it begins to wait (Linux: 16).
  public var quickAcknowledgements = 16
  /// How long a resolver's answer is waited for before the question is asked once more (resolv.conf: 5 s).
  public var lookupTimeOut = Duration.seconds(5)

  public init() {}

  /// A time-out on the grid of the ticks: never early (RFC 6298, section 5), and late by up to two of them.
  ///
  /// As Linux's timers do: the instant counts as the tick before it, and the tick on which it would be due as
  /// not over yet. The coarser grain that they have beyond 64 ticks is left out.
  func onTick(_ timeOut: Duration, after now: Duration) -> Duration {
    // In whole nanoseconds: a quotient of fractions may come out a tick short.
    let tick = tick.nanoseconds
    guard tick > 0 else { return now + timeOut }
    let begun = now.nanoseconds / tick
    let count = (timeOut.nanoseconds + tick - 1) / tick
    return .nanoseconds((begun + count + 1) * tick)
  }
}
