/// The page `Documentation/settings.md`, made from the tables of fields and presets.
public func settingsReference() -> String {
  let sections = SettingField.Group.allCases.map(section)
  let presets = Preset.allCases.filter { !$0.changes.isEmpty }.map(section)
  return """
    # Settings

    What a plan can write under `settings`. This page is made from the table that reads the plan; a value
    outside its range stops a run before it begins. The defaults are the preset `balanced`. A preset changes
    the defaults, then the workload what its conversation needs, and the plan's own `settings` come last.

    \(sections.joined(separator: "\n\n"))

    # Presets

    `balanced`: \(Preset.balanced.summary)

    \(presets.joined(separator: "\n\n"))

    """
}

private func section(_ group: SettingField.Group) -> String {
  let defaults = SessionSettings()
  let rows = SettingField.all.filter { $0.group == group }.map { field in
    "| `\(field.key)` | \(field.text(in: defaults)) | \(field.accepted) | \(field.summary) |"
  }
  let head = [
    "## \(group.rawValue)", "", "| setting | default | accepts | what it does |", "|---|---|---|---|",
  ]
  return (head + rows).joined(separator: "\n")
}

private func section(_ preset: Preset) -> String {
  let defaults = SessionSettings()
  let rows = preset.changes.compactMap { change in
    change.field.map { field in
      "| `\(field.key)` | \(field.text(in: defaults)) | \(field.text(in: preset.settings)) | \(change.why) |"
    }
  }
  let head = ["## `\(preset.rawValue)`", "", preset.summary, ""]
  let columns = ["| setting | default | here | why |", "|---|---|---|---|"]
  return (head + columns + rows).joined(separator: "\n")
}
