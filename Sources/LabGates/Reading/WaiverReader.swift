import LabRecord
import LabTimeline
import LabYAML

/// Reads a waiver of a gate file.
enum WaiverReader {
  /// - Parameter gates: The ids that the file has.
  static func read(_ mapping: YAMLMapping, gates: [String], today: CalendarDate) -> Waiver? {
    let gate = mapping.required("gate").flatMap { Self.gate($0, among: gates) }
    let selection = mapping.optionalMapping("select").map(GateFileReader.selection) ?? CellPattern()
    let owner = mapping.required("owner").flatMap { GateFileReader.text($0, called: "owner") }
    let reason = mapping.required("reason").flatMap { GateFileReader.text($0, called: "reason") }
    let expires = mapping.required("expires").flatMap { expiry($0, today: today) }
    mapping.finish()
    guard let gate, let owner, let reason, let expires else { return nil }
    return Waiver(gate: gate, selection: selection, owner: owner, reason: reason, expires: expires)
  }

  private static func gate(_ value: YAMLValue, among gates: [String]) -> String? {
    guard let id = value.string() else { return nil }
    if gates.contains(id) { return id }
    let guess = Spelling.nearest(to: id, among: gates).map { "; did you mean “\($0)”?" } ?? ""
    value.report("“\(id)” is the id of no gate in this file\(guess)")
    return nil
  }

  private static func expiry(_ value: YAMLValue, today: CalendarDate) -> CalendarDate? {
    guard let text = value.scalarText() else { return nil }
    guard let date = CalendarDate(text) else {
      value.report("“expires” is “\(text)”; write a day like 2026-12-01")
      return nil
    }
    guard today <= date else {
      value.report("the waiver expired on \(date); mend what it excuses, or have somebody renew it")
      return nil
    }
    return date
  }
}
