import LabRecord
import LabTimeline
public import LabYAML

/// Reads a gate file and reports everything that is wrong with it at once, each problem with its line.
public enum GateFileReader {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file, as the user gave it.
  ///   - today: The day on which waivers must still be valid.
  /// - Throws: a ``GateError`` with all problems, or a `YAMLFileError` when there is no such file.
  public static func read(_ path: String, today: CalendarDate) throws -> GateFile {
    try read(try YAMLReader(contentsOf: path), today: today)
  }

  /// Reads what a reader holds.
  ///
  /// - Throws: a ``GateError`` with all problems.
  public static func read(_ reader: YAMLReader, today: CalendarDate) throws(GateError) -> GateFile {
    let file = reader.root().flatMap { gateFile(in: $0, today: today) }
    let problems = reader.problems
    guard problems.isEmpty, let file else {
      throw GateError(
        problems.count == 1
          ? "The gate file \(reader.file) has a problem, so nothing was judged."
          : "The gate file \(reader.file) has \(problems.count) problems, so nothing was judged.",
        hint: "Correct the lines named.", problems: problems)
    }
    return file
  }

  private static func gateFile(in root: YAMLMapping, today: CalendarDate) -> GateFile? {
    let name = root.required("name").flatMap { text($0, called: "name") }
    let list = root.required("gates")
    list?.reportRepeatedIDs()
    let items = list?.sequence() ?? []
    if let list, items.isEmpty, list.isSequence { list.report("“gates” is empty; ask for at least one") }
    let gates = items.compactMap { $0.mapping() }.compactMap(GateReader.read)
    let screening = root.optionalMapping("screening").flatMap(screening)
    let ids = items.compactMap { $0.child("id") }.filter(\.isText).compactMap { $0.string() }
    let waivers = root.optionalSequence("waivers").compactMap { $0.mapping() }
      .compactMap { WaiverReader.read($0, gates: ids, today: today) }
    root.finish()
    guard let name else { return nil }
    return GateFile(name: name, gates: gates, screening: screening, waivers: waivers)
  }

  private static func screening(_ mapping: YAMLMapping) -> GateFile.Screening? {
    let flag = mapping.optional("flag").map { Share.read($0, called: "flag", below: 0.5) } ?? 0.05
    let night = mapping.optional("night").map { Share.read($0, called: "night", below: 0.5) } ?? 0.01
    mapping.finish()
    guard let flag, let night else { return nil }
    if night > flag {
      mapping.value.report("“night” is greater than “flag”; the first look must be the more generous one")
    }
    return GateFile.Screening(flag: flag, night: night)
  }

  /// Reads text that must say something.
  static func text(_ value: YAMLValue, called name: String) -> String? {
    guard let text = value.string() else { return nil }
    guard text.contains(where: { !$0.isWhitespace }) else {
      value.report("“\(name)” is empty")
      return nil
    }
    return text
  }

  /// Reads a pattern of cells: a mapping of axes to patterns.
  static func selection(_ mapping: YAMLMapping) -> CellPattern {
    let rules = Cell.axes.compactMap { axis in
      mapping.optional(axis.name).flatMap { text($0, called: axis.name) }
        .map { CellPattern.Rule(axis: axis.name, pattern: $0) }
    }
    mapping.finish()
    return CellPattern(rules)
  }
}
