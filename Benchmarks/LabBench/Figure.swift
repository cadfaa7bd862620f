import Foundation

/// One measured figure, with the goal that it is held to.
struct Figure {
  /// Stable, e.g. `offline.session90min.wall.p50`.
  let name: String
  let value: Double
  let unit: String
  let goal: Goal
  /// The value over that of a reference measured in the same run, which decides: a slow host slows both.
  var ratio: Ratio?
  /// Whether missing the goal counts. One that takes a quiet host of some size is only printed.
  let isDecisive: Bool

  init(name: String, value: Double, unit: String, goal: Goal, isDecisive: Bool = true) {
    self.name = name
    self.value = value
    self.unit = unit
    self.goal = goal
    self.isDecisive = isDecisive
  }

  /// A figure that says something of the host as well as of the program.
  ///
  /// - Parameters:
  ///   - goal: What a quiet host reaches; printed, and not decisive.
  ///   - ratio: What the value over the reference has to be on every host.
  ///   - reference: Measured in the same run and in the same unit.
  init(
    name: String, value: Double, unit: String, goal: Goal, ratio: Goal, to reference: Reference
  ) {
    self.init(name: name, value: value, unit: unit, goal: goal)
    self.ratio = Ratio(reference: reference, goal: ratio, value: value / reference.value)
  }

  /// A value over that of a reference.
  struct Ratio {
    let reference: Reference
    let goal: Goal
    let value: Double
  }

  /// What a value has to be.
  enum Goal {
    case atMost(Double)
    case atLeast(Double)
    case exactly(Double)
    /// Printed to read another figure by.
    case noGoal

    var text: String {
      switch self {
      case .atMost(let limit): "≤ \(plain(limit))"
      case .atLeast(let limit): "≥ \(plain(limit))"
      case .exactly(let wanted): "= \(plain(wanted))"
      case .noGoal: "no goal"
      }
    }

    func isReached(by value: Double) -> Bool {
      switch self {
      case .atMost(let limit): value <= limit
      case .atLeast(let limit): value >= limit
      case .exactly(let wanted): value == wanted
      case .noGoal: true
      }
    }
  }

  var isReached: Bool {
    if let ratio { ratio.goal.isReached(by: ratio.value) } else { !isDecisive || goal.isReached(by: value) }
  }

  /// The figure as one line of JSON.
  var json: String {
    var members = [
      "\"name\":\"\(name)\"", "\"value\":\(value)", "\"unit\":\"\(unit)\"", "\"goal\":\"\(goal.text)\"",
      "\"reached\":\(isReached)",
    ]
    if ratio != nil || !isDecisive {
      members.append("\"goal_reached_on_this_host\":\(goal.isReached(by: value))")
    }
    if let ratio {
      members += [
        "\"reference\":\"\(ratio.reference.name)\"", "\"reference_value\":\(ratio.reference.value)",
        "\"ratio\":\(ratio.value)", "\"ratio_goal\":\"\(ratio.goal.text)\"",
      ]
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  var row: String {
    let value = plain(value).padded(to: 12, right: true)
    let row = "\(isReached ? "✓" : "✗") \(name.padded(to: 48)) \(value) \(unit.padded(to: 6)) "
    let onThisHost = "on this host \(goal.text)\(goal.isReached(by: self.value) ? "" : ", missed")"
    guard let ratio else { return row + (isDecisive ? goal.text : onThisHost) }
    return row + "\(plain(ratio.value)) x \(ratio.reference.name) (\(ratio.goal.text)); \(onThisHost)"
  }
}

/// A number without needless digits.
func plain(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(format: "%.3f", value)
}

extension String {
  func padded(to width: Int, right: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(0, width - count))
    return right ? padding + self : self + padding
  }
}
