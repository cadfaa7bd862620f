/// One direction of a leg: what happens to each packet that takes it.
public struct PathProfile: Hashable, Sendable {
  /// How long a packet travels at least, or in the middle when the jitter goes both ways.
  public var delay: Duration
  /// What is added to it, packet by packet.
  public var jitter: Jitter
  /// Which packets are lost on the way.
  public var loss: LossModel
  /// The slowest link, which packets queue for; `nil` when none is slow enough to matter.
  public var bottleneck: Bottleneck?
  /// Packets that are overtaken; `nil` when they keep their order.
  public var reordering: Reordering?

  public init(
    delay: Duration, jitter: Jitter = Jitter(), loss: LossModel = .none, bottleneck: Bottleneck? = nil,
    reordering: Reordering? = nil
  ) {
    self.delay = delay
    self.jitter = jitter
    self.loss = loss
    self.bottleneck = bottleneck
    self.reordering = reordering
  }

  /// The slowest link of a path and the buffer in front of it, which drops what does not fit (a drop-tail
  /// queue).
  public struct Bottleneck: Hashable, Sendable {
    /// Bits a second, at least 1,000.
    public var bitsPerSecond: Double
    /// How many bytes may wait; `nil` for as many as come.
    public var buffer: Int?

    public init(bitsPerSecond: Double, buffer: Int? = nil) {
      self.bitsPerSecond = bitsPerSecond
      self.buffer = buffer
    }
  }

  /// Packets that take longer than those behind them.
  public struct Reordering: Hashable, Sendable {
    /// How likely a packet is to be late, from 0 to 1.
    public var probability: Double
    /// How much later it is; packets less far behind it overtake it.
    public var by: Duration

    public init(probability: Double, by: Duration) {
      self.probability = probability
      self.by = by
    }
  }
}

/// How much longer than the delay of its path a packet travels.
///
/// The shape says how the draws of single packets are distributed, the correlation how alike those of
/// neighbours are: a first-order autoregressive process of standard normal numbers, each mapped to the
/// shape's quantile of the same rank, so that correlation changes the order of the draws and not their
/// distribution. (The kernel's netem averages uniform numbers instead, which narrows the distribution as the
/// correlation grows.)
public struct Jitter: Hashable, Sendable {
  /// Its size: see ``Shape-swift.enum``.
  public var size: Duration
  public var shape: Shape
  /// Between neighbouring packets of a connection, from 0 to below 1.
  public var correlation: Double

  public init(_ size: Duration = .zero, shape: Shape = .exponential, correlation: Double = 0) {
    self.size = size
    self.shape = shape
    self.correlation = correlation
  }

  /// How jitter is distributed.
  public enum Shape: String, Hashable, Sendable, CaseIterable {
    /// The delay is the least; what is added has the size as its mean and its standard deviation, and a long
    /// tail.
    case exponential
    /// Around the delay, with the size as standard deviation, but never below zero in all.
    case normal
    /// Around the delay, equally likely from minus to plus the size, but never below zero in all.
    case uniform
  }
}

/// Which packets of a path are lost.
public enum LossModel: Hashable, Sendable {
  case none
  /// Each by itself, with a probability from 0 to 1.
  case independent(Double)
  /// In bursts.
  case gilbertElliott(GilbertElliott)

  /// A channel with a good and a bad state and a loss probability in each (E. N. Gilbert, Bell System
  /// Technical Journal 39(5), 1960; E. O. Elliott, ibid. 42(5), 1963). Before each packet the state may
  /// change; netem's `loss gemodel p r 1-h 1-k` has the same four numbers.
  public struct GilbertElliott: Hashable, Sendable {
    /// From good to bad, with each packet.
    public var enter: Double
    /// From bad to good, with each packet.
    public var leave: Double
    /// Loss in the good state.
    public var good: Double
    /// Loss in the bad state.
    public var bad: Double

    public init(enter: Double, leave: Double, good: Double = 0, bad: Double = 1) {
      self.enter = enter
      self.leave = leave
      self.good = good
      self.bad = bad
    }
  }

  /// The share of packets that is lost in the long run.
  public var mean: Double {
    switch self {
    case .none: return 0
    case .independent(let probability): return probability
    case .gilbertElliott(let model):
      guard model.enter > 0 else { return model.good }
      let bad = model.enter / (model.enter + model.leave)
      return (1 - bad) * model.good + bad * model.bad
    }
  }
}
