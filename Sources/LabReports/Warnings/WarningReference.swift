import LabAnalysis

/// `Documentation/warnings.md`: every warning that the lab can give, made from the definitions that also give
/// them.
public enum WarningReference {
  /// The page.
  public static func markdown() -> String {
    let definitions = WarningCatalogue.definitions
    let table = MarkdownTable.text(
      header: ["warning", "code", "severity", "what to try"], leftColumns: 4,
      rows: definitions.map { [$0.title, "`\($0.code.rawValue)`", $0.severity.rawValue, $0.advice] })
    return introduction + table + "\n" + definitions.map(entry).joined(separator: "\n")
  }

  private static func entry(_ definition: WarningDefinition) -> String {
    """
    ## \(definition.title)

    `\(definition.code.rawValue)` · \(definition.severity.rawValue)

    **Given when:** \(definition.condition)

    **Why it matters:** \(definition.why)

    **Try:** \(definition.advice)

    """
  }

  private static let introduction = """
    # Measurement warnings

    This page is generated from the definitions that give the warnings; a test compares the two.

    A warning says what was seen, with figures, why a figure may mislead because of it, and what to try. Warnings stand
    in `report.json` (under `warnings` of the run and of each cell), below the terminal's table, and before the figures
    of `summary.md` and `report.html`.

    - **note**: the figures are right, and easily misread.
    - **doubt**: the figures may be bent. Look before you decide by them.
    - **invalid**: the figures are not to be used. `run.instrument.valid` is false, and `turnlab run` ends with
      exit code 6.

    A detector that tests a hypothesis has a probability of at most \
    \(FixedPoint.text(100 * WarningDefinition.falseAlarmProbability, decimals: 0)) % of warning of a run
    without the fault, over all its cells together, unless its entry says otherwise. Where a limit is named as well,
    both must be exceeded. The report of an offline run holds no warning about the machine that computed it.


    """
}
