import LabEmulation
public import LabRecord
import LabTimeline

/// The plan of a run that is run again, with what the command line changed: the seed, the repeats and the
/// cells are the record's. Of a run with a baseline, the candidates.
public struct RecordedPlan: Sendable {
  /// The plan.
  public let plan: RunPlan
  /// Where it was read from.
  package let path: String
  /// The chosen cells by their places among all cells of the plan.
  public let places: Set<Int>
  /// The same cells as indices into the record's list, in the order of the plan.
  public let recorded: [Int]

  /// Finds the plan of a record again.
  ///
  /// - Parameters:
  ///   - header: What the record says of its run.
  ///   - path: The plan file.
  ///   - selection: Which of the recorded cells are meant.
  /// - Throws: a ``RunError`` when the file is not the one that was run, when it does not have the record's
  ///   cells, and when none is selected.
  public init(header: RecordHeader, path: String, selection: CellSelection) throws {
    var plan = try PlanReader.candidate(path)
    guard plan.identity.sha256 == header.plan.sha256 else {
      throw RunError(
        .notComparable,
        "The plan \(path) is not the one that was run: its digest begins with \(plan.identity.sha256.prefix(8)), that of "
          + "the record with \(header.plan.sha256.prefix(8)).",
        hint: "Name the plan as it was with --plan.")
    }
    plan.seed = header.seed
    plan.repeats = 1
    // Of a single cell's conversations the record's number says how often each ran.
    let all = WorkOrder(plan: plan, library: try CorpusLibrary(plan: plan))
    let candidates = header.cells.indices.filter { header.cells[$0].arm == .candidate }
    var places: [(place: Int, recorded: Int)] = []
    for index in candidates {
      guard let place = all.cells.firstIndex(of: header.cells[index]) else { throw Self.unlike(path) }
      places.append((place, index))
    }
    let kept = Set(places.map(\.place))
    let once = all.conversations.count { kept.contains($0.cell) && !$0.isWarmup }
    let had = header.conversations / (header.pairs == nil ? 1 : 2)
    guard once > 0, had % once == 0, had / once > plan.warmup else { throw Self.unlike(path) }
    plan.repeats = had / once - plan.warmup
    self.plan = plan
    self.path = path
    let chosen = places.filter { selection.contains(header.cells[$0.recorded]) }.sorted {
      $0.place < $1.place
    }
    guard !chosen.isEmpty else {
      throw RunError(
        .noData, "The selection leaves no cell of the run.",
        hint:
          "Its cells are: \(candidates.prefix(4).map { "“\(header.cells[$0].name)”" }.joined(separator: ", "))."
      )
    }
    self.places = Set(chosen.map(\.place))
    recorded = chosen.map(\.recorded)
  }

  private static func unlike(_ path: String) -> RunError {
    RunError(
      .notComparable, "The record does not have the cells or conversations of its plan \(path).",
      hint: "The corpus may have changed since; run the plan again.")
  }

  /// Why the run cannot run again in virtual time; `nil` when it can.
  public var objectionToVirtualTime: String? {
    if plan.playback != nil { return "it played a cassette, whose timings are recorded" }
    let emulated = plan.emulation.names
    let real = plan.providers.filter { !emulated.contains($0) }
    return real.isEmpty ? nil : "\(real.joined(separator: ", ")) cannot be emulated"
  }

  /// A plan's text with changes added at its end.
  ///
  /// - Returns: The text; `nil` when the plan has changes of its own that are not at its end.
  public static func text(_ text: String, adding changes: [PlanChange]) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let items = changes.map { "- \"\($0.text)\"\n" }.joined()
    let whole = text.hasSuffix("\n") || text.isEmpty ? text : text + "\n"
    guard let own = lines.lastIndex(where: { $0.hasPrefix("changes:") }) else {
      return whole + "changes:\n" + items
    }
    let rest = lines[(own + 1)...].filter { !$0.isEmpty }
    let isList = lines[own] == "changes:" && rest.allSatisfy { $0.hasPrefix("- ") }
    return isList ? whole + items : nil
  }
}
