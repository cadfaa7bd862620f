import Foundation

/// One measured figure, with the goal it is held against.
struct Figure {
  /// Stable, e.g. `offline.speed.wall_s`.
  let name: String
  let value: Double
  let unit: String
  let goal: Goal

  /// What the value has to be.
  enum Goal {
    case atMost(Double)
    case atLeast(Double)
    case exactly(Double)
    /// Said beside another figure, to read that one by.
    case noGoal

    var text: String {
      switch self {
      case .atMost(let limit): "≤ \(plain(limit))"
      case .atLeast(let limit): "≥ \(plain(limit))"
      case .exactly(let wanted): "= \(plain(wanted))"
      case .noGoal: "no goal"
      }
    }
  }

  var isReached: Bool {
    switch goal {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    case .exactly(let wanted): value == wanted
    case .noGoal: true
    }
  }

  /// The figure as one line of JSON.
  var json: String {
    "{\"name\":\"\(name)\",\"value\":\(value),\"unit\":\"\(unit)\",\"goal\":\"\(goal.text)\",\"reached\":\(isReached)}"
  }

  var row: String {
    let mark = isReached ? "✓" : "✗"
    return
      "\(mark) \(name.padded(to: 44)) \(plain(value).padded(to: 12, right: true)) \(unit.padded(to: 6)) \(goal.text)"
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
