public import LabTimeline

/// How hot a device is, in the steps that phones report: `ProcessInfo.ThermalState` on iOS.
public enum ThermalState: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
  case nominal, fair, serious, critical

  public static func < (left: Self, right: Self) -> Bool { left.severity < right.severity }

  private var severity: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The event that says so in a turn.
  public var event: TurnEvent.Kind {
    switch self {
    case .nominal: .thermalNominal
    case .fair: .thermalFair
    case .serious: .thermalSerious
    case .critical: .thermalCritical
    }
  }
}

/// What an emulated device went through in a conversation.
public struct DeviceReading: Hashable, Sendable, Codable {
  /// Seconds in each state, by the order of ``ThermalState``.
  public var nominalSeconds = 0.0
  public var fairSeconds = 0.0
  public var seriousSeconds = 0.0
  public var criticalSeconds = 0.0
  /// How often it came to a hotter state.
  public var events = 0
  /// Temperatures in °C.
  public var start = 0.0
  public var highest = 0.0
  public var end = 0.0
  /// Seconds for which it computed.
  public var busySeconds = 0.0
  /// Joules that it turned into heat.
  public var joules = 0.0

  public init() {}

  /// Seconds in a state.
  public subscript(state: ThermalState) -> Double {
    get {
      switch state {
      case .nominal: nominalSeconds
      case .fair: fairSeconds
      case .serious: seriousSeconds
      case .critical: criticalSeconds
      }
    }
    set {
      switch state {
      case .nominal: nominalSeconds = newValue
      case .fair: fairSeconds = newValue
      case .serious: seriousSeconds = newValue
      case .critical: criticalSeconds = newValue
      }
    }
  }

  private enum CodingKeys: String, CodingKey {
    case events, joules
    case nominalSeconds = "nominal_s"
    case fairSeconds = "fair_s"
    case seriousSeconds = "serious_s"
    case criticalSeconds = "critical_s"
    case start = "start_c"
    case highest = "highest_c"
    case end = "end_c"
    case busySeconds = "busy_s"
  }
}
