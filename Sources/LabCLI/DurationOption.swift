import ArgumentParser

/// A length of time on the command line: `90m`, `30s`, `1.5h`.
struct DurationOption: ExpressibleByArgument {
  let seconds: Double

  init(seconds: Double) {
    self.seconds = seconds
  }

  init?(argument: String) {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
    guard let unit = argument.last.flatMap({ units[$0] }), let number = Double(argument.dropLast()),
      number.isFinite, number >= 0
    else { return nil }
    seconds = number * unit
  }
}
