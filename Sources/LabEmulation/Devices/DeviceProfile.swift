public import LabRecord
import LabTimeline

/// A caller's device: what it takes to compute, how it turns work into heat, and when it slows down.
///
/// One lump of matter: heat flows in with the power of all parts and out through one resistance to the air.
/// Compact models of phones have more nodes (Therminator, Q. Xie and others, DATE 2014; Phone-nomenon 2.0,
/// IET Computers & Digital Techniques 2023), which matter for where a phone is hot within seconds; over
/// minutes the case follows one time constant, and it is the case that decides about throttling.
public struct DeviceProfile: Hashable, Sendable {
  /// The name in plans.
  public var name: String
  /// One sentence with what it stands for.
  public var summary: String
  /// The temperature of the air, °C.
  public var ambient = 25.0
  /// The temperature of the device when the conversation begins, °C.
  public var start = 30.0
  /// Joules that warm it by one kelvin.
  public var heatCapacity = 170.0
  /// Kelvins above the air for every watt that it turns into heat.
  public var resistance = 7.2
  public var power = Power()
  public var cost = Cost()
  public var limits = Limits()
  /// The speed of computing in each state, as a share of the full one.
  public var speed = Speed()
  /// Temperatures that were measured, to be replayed in place of the model: seconds since the beginning,
  /// rising, and °C; straight between them, and level after the last. Empty for the model.
  public var trace: [TracePoint] = []

  /// What the parts turn into heat, in watts.
  public struct Power: Hashable, Sendable {
    /// The system, the screen and whatever else is on as long as the conversation lasts.
    public var base = 1.0
    /// Microphone and its processing, always on.
    public var capture = 0.15
    public var speaker = 0.3
    public var wifi = 0.3
    public var mobile = 0.8
    /// Computing for the conversation: detector, messages, playout.
    public var compute = 2.0
    /// An engine on the device while it hears, thinks or speaks.
    public var engine = 5.0

    public init() {}

    /// What a radio turns into heat while it is in use; nothing for a cable.
    public func watts(of radio: NetworkProfile.Radio) -> Double {
      switch radio {
      case .none: 0
      case .wifi: wifi
      case .mobile: mobile
      }
    }
  }

  /// What computing takes at full speed.
  public struct Cost: Hashable, Sendable {
    /// Per second of the microphone's sound, for the detector and the codec.
    public var sound = Duration.milliseconds(12)
    /// Per buffer of the microphone, however long it is.
    public var buffer = Duration.milliseconds(1)
    /// Per message from a service.
    public var message = Duration.milliseconds(2)

    public init() {}
  }

  /// From which temperature on a state holds, °C, and how far the device must cool below it to leave the
  /// state.
  public struct Limits: Hashable, Sendable {
    public var fair = 38.0
    public var serious = 42.0
    public var critical = 45.0
    /// In kelvins.
    public var hysteresis = 1.5

    public init() {}
  }

  /// Shares of the full speed; more than 0, and none faster than a cooler one.
  public struct Speed: Hashable, Sendable {
    public var nominal = 1.0
    public var fair = 0.9
    public var serious = 0.5
    public var critical = 0.38

    public init() {}

    public subscript(state: ThermalState) -> Double {
      switch state {
      case .nominal: nominal
      case .fair: fair
      case .serious: serious
      case .critical: critical
      }
    }
  }

  /// A measured temperature.
  public struct TracePoint: Hashable, Sendable {
    /// Seconds since the conversation began.
    public var seconds: Double
    /// °C.
    public var temperature: Double

    public init(seconds: Double, temperature: Double) {
      self.seconds = seconds
      self.temperature = temperature
    }
  }

  public init(name: String, summary: String) {
    self.name = name
    self.summary = summary
  }
}

extension DeviceProfile {
  /// The shipped devices. What is known and what we assume stands in `Documentation/devices.md`: the phone's
  /// resistance follows from 2.5 W that a case in air of 25 °C can give off at 43 °C, its heat capacity from
  /// 190 g at 0.9 J/(g·K); 42 °C and half the speed are what was reported of a Galaxy S25+, 0.38 is the worst
  /// of an iPhone 17 Pro's share of speed after ten minutes of a language model, and 45 °C is where touching
  /// hurts (Therminator). All else is ours.
  public static let shipped: [DeviceProfile] = [
    DeviceProfile(name: "phone", summary: "A recent phone in the hand, indoors."),
    with("phone-sun", "The same phone in the sun: the air around it has 38 °C, and it begins warm.") {
      $0.ambient = 38
      $0.start = 39
    },
    with("phone-pocket", "The same phone in a pocket: heat leaves it half as well.") {
      $0.resistance = 13
      $0.ambient = 30
      $0.start = 32
    },
    with(
      "phone-old", "A phone of some years ago: slower by half, hotter for the same work, throttled earlier."
    ) {
      $0.heatCapacity = 150
      $0.resistance = 8.5
      $0.power.base = 1.3
      $0.power.compute = 3
      $0.cost.sound = .milliseconds(36)
      $0.cost.buffer = .milliseconds(3)
      $0.cost.message = .milliseconds(6)
      $0.limits.fair = 36
      $0.limits.serious = 40
      $0.limits.critical = 43
    },
    with("tablet", "A tablet: twice the mass, twice the surface.") {
      $0.heatCapacity = 430
      $0.resistance = 3.5
      $0.power.base = 2.2
    },
    with("laptop", "A laptop with a fan, which conversation never warms.") {
      $0.heatCapacity = 1200
      $0.resistance = 1
      $0.power.base = 6
      $0.cost.sound = .milliseconds(4)
      $0.cost.buffer = .microseconds(300)
      $0.cost.message = .microseconds(500)
    },
  ]

  private static func with(
    _ name: String, _ summary: String, _ change: (inout DeviceProfile) -> Void
  ) -> DeviceProfile {
    var profile = DeviceProfile(name: name, summary: summary)
    change(&profile)
    return profile
  }
}
