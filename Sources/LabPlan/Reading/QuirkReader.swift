import LabEmulation
import LabTimeline
import LabYAML

/// Reads what is odd about an emulated server: `emulation: NAME: quirks: {usage: never, …}`.
enum QuirkReader {
  static func change(_ quirks: inout ChatQuirks, by value: YAMLValue) {
    guard let mapping = value.mapping() else { return }
    for field in ChatQuirks.fields {
      guard let value = mapping.optional(field.key) else { continue }
      switch field.kind {
      case .role(let path): set(path, in: &quirks, to: value)
      case .usage(let path): set(path, in: &quirks, to: value)
      case .thinking(let path): set(path, in: &quirks, to: value)
      case .toolCalls(let path): set(path, in: &quirks, to: value)
      case .errors(let path): set(path, in: &quirks, to: value)
      case .flag(let path): if let flag = value.bool() { quirks[keyPath: path] = flag }
      case .count(let path, let range):
        if let count = value.int(in: range) { quirks[keyPath: path] = count }
      case .interval(let path, let range):
        guard let milliseconds = value.double(in: 0...range.upperBound) else { continue }
        if milliseconds > 0, milliseconds < range.lowerBound {
          value.report(
            "“\(field.key)” must be 0 for never, or \(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
        quirks[keyPath: path] = milliseconds > 0 ? Duration(milliseconds: milliseconds) : nil
      }
    }
    mapping.finish()
  }

  private static func set<Choice: RawRepresentable<String> & CaseIterable>(
    _ path: any WritableKeyPath<ChatQuirks, Choice> & Sendable, in quirks: inout ChatQuirks,
    to value: YAMLValue
  ) {
    if let choice = value.choice(of: Choice.self) { quirks[keyPath: path] = choice }
  }
}
