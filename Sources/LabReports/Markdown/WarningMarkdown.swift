import LabAnalysis

/// The part of `summary.md` that stands before the figures: what may mislead their reader.
enum WarningMarkdown {
  /// Places that are listed under one warning; report.json has them all.
  private static let mostPlaces = 5

  /// The warnings as a list.
  static func text(_ groups: [WarningGroup]) -> String { groups.map(entry).joined() }

  private static func entry(_ group: WarningGroup) -> String {
    let head = "- **\(group.severity.rawValue): \(escaped(group.title))** (`\(group.code.rawValue)`)"
    let why = "  - Why it matters: \(escaped(group.why))\n  - Try: \(escaped(group.advice))\n"
    if group.sightings.count == 1 {
      let sighting = group.sightings[0]
      let place = sighting.place.isEmpty ? "" : " in \(escaped(sighting.place))"
      return "\(head)\(place): \(escaped(sighting.seen))\n\(why)"
    }
    let shown = group.sightings.prefix(mostPlaces).map { sighting in
      let place = sighting.place.isEmpty ? "" : "\(escaped(sighting.place)): "
      return "  - \(place)\(escaped(sighting.seen))\n"
    }
    let hidden = group.sightings.count - shown.count
    let rest = hidden > 0 ? "  - … and \(hidden) more, in report.json\n" : ""
    return "\(head)\n\(shown.joined())\(rest)\(why)"
  }

  private static func escaped(_ text: String) -> String { MarkdownTable.escaped(text) }
}
