import LabAnalysis

/// What may mislead a reader of the page, before the figures.
enum WarningSection {
  /// Places that are listed at once under one warning; the others unfold.
  private static let mostPlaces = 4

  /// The section; `nil` when there is nothing to warn of.
  static func section(_ report: RunReport, axes: CellAxes) -> ReportSection? {
    let groups = WarningGroup.all(in: report, axes: axes)
    guard !groups.isEmpty else { return nil }
    let lead =
      "<em>Invalid</em>: do not use the figures. <em>Doubt</em>: look before you decide by them. <em>Note</em>: "
      + "they are right, and easily misread."
    let list = "<ul class=\"warnings\">\n\(groups.map(item).joined(separator: "\n"))\n</ul>\n"
    return ReportSection(
      id: "warnings", title: "Before you read the figures", page: .made(ReportSection.lead(lead) + list),
      summary: .made(WarningMarkdown.text(groups)))
  }

  /// The number of warnings of a severity, in words.
  static func count(_ count: Int, _ severity: MeasurementWarning.Severity) -> String {
    switch severity {
    case .note, .doubt: "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    case .invalid: "\(count) that \(count == 1 ? "makes" : "make") it invalid"
    }
  }

  private static func item(_ group: WarningGroup) -> String {
    """
    <li class="is-\(group.severity.rawValue)"><span class="severity">\(group.severity.rawValue)</span><div>
    <h3>\(HTMLText.escaped(group.title))<span class="code">\(group.code.rawValue)</span></h3>
    \(sightings(group.sightings))
    <p class="why">\(HTMLText.escaped(group.why))</p>
    <p>Try: \(HTMLText.escaped(group.advice))</p>
    </div></li>
    """
  }

  private static func sightings(_ sightings: [WarningGroup.Sighting]) -> String {
    let items = sightings.map { sighting in
      let place = sighting.place.isEmpty ? "" : "<b>\(HTMLText.escaped(sighting.place))</b>: "
      return "<li>\(place)\(HTMLText.escaped(sighting.seen))</li>"
    }
    let shown = list(items.prefix(mostPlaces))
    let hidden = items.dropFirst(mostPlaces)
    guard !hidden.isEmpty else { return shown }
    return shown + "<details><summary>\(hidden.count) more</summary>\(list(hidden))</details>"
  }

  private static func list(_ items: ArraySlice<String>) -> String {
    "<ul class=\"places\">\(items.joined())</ul>"
  }
}
