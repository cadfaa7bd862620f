import Foundation
import LabAudio
import LabCost
import LabGates
import LabPlan
import LabRunner
import LabTimeline
import LabYAML
import TestSupport

/// Readers of what people write: plans, gates, prices, corpora and their recipes.
extension FuzzTarget {
  static let plans = [
    written("plan", seeds: FuzzPlans.plans) { text, outcome in
      do {
        let plan = try PlanReader.read(text: text, path: "fuzz/plan.yaml")
        outcome.note("plan", plan.baseline == nil ? "alone" : "with a baseline")
      } catch let error as RunError {
        outcome.note("refused", "\(error.code)")
        outcome.noteProblems(error.problems, error.message)
      }
    },
    written("gates", seeds: FuzzPlans.gates) { text, outcome in
      do {
        let today = CalendarDate("2026-11-22")
        let file = try today.map {
          try GateFileReader.read(YAMLReader(text: text, file: "gates.yaml"), today: $0)
        }
        outcome.note("gates", "\(file?.gates.first?.metric.id ?? "none")")
      } catch let error as GateError {
        outcome.noteProblems(error.problems.map(\.description), error.message)
      }
    },
    written("prices", seeds: FuzzPlans.prices) { text, outcome in
      do {
        let book = try PriceBook.read(YAMLReader(text: text, file: "prices.yaml"))
        outcome.note("book")
        for price in book.prices { outcome.note("price", "\(price.charges.map(\.meter))") }
      } catch let error as PriceBookError {
        outcome.noteProblems(error.problems, error.message)
      }
    },
    written("corpus", seeds: FuzzPlans.corpora) { text, outcome in
      do {
        let manifest = try corpus(text)
        outcome.note("corpus", "\(manifest.conversations.first?.utterances.map(\.begins) ?? [])")
        // What was read and is written must be read as the same.
        let written = try manifest.yaml()
        outcome.volume += written.utf8.count
        if try corpus(written) != manifest {
          outcome.violation = "A corpus changes when it is written and read again."
        }
      } catch let error as AudioError {
        outcome.noteProblems(error.problems.map(\.description), error.message)
      }
    },
    written("recipe", seeds: FuzzPlans.recipes) { text, outcome in
      do {
        let recipe = try CorpusRecipe(text: text, file: "recipe.yaml")
        outcome.note(
          "recipe", "\(recipe.conditions.count) \(recipe.conversations.flatMap(\.utterances).count)")
      } catch let error as AudioError {
        outcome.noteProblems(error.problems.map(\.description), error.message)
      }
    },
  ]

  /// The labels are held against the sound files of a corpus that comes with the lab.
  private static func corpus(_ text: String) throws -> CorpusManifest {
    try Corpus(
      folder: Repository.file("Corpora/smoke").path, manifest: YAMLReader(text: text, file: "corpus.yaml")
    ).manifest
  }

  /// A reader of YAML: it either gives something or says what is wrong, in which lines.
  private static func written(
    _ name: String, seeds: [String],
    _ read: @escaping @Sendable (String, inout FuzzOutcome) throws -> Void
  ) -> FuzzTarget {
    FuzzTarget(name, grammar: .lines) {
      seeds.map { seed in
        FuzzTalk(
          PlainSubject { bytes, outcome in
            do {
              try read(text(bytes), &outcome)
            } catch {
              outcome.violation = "The error is of another kind: \(error)"
            }
          }, [.bytes(Array(seed.utf8))])
      }
    }
  }
}

extension FuzzOutcome {
  /// Problems that a reader found: at least one, each with its place.
  fileprivate mutating func noteProblems(_ problems: [String], _ message: String) {
    if problems.isEmpty { violation = "It was refused without saying why: \(message)" }
    for problem in problems.prefix(20) {
      volume += problem.utf8.count
      // From behind the place on, up to the value that is wrong.
      let parts = problem.split(separator: ":", maxSplits: 3)
      note("problem", String(parts.last?.prefix(24) ?? ""))
      if parts.count < 4 || parts[1...2].contains(where: { Int($0).map { $0 < 1 } ?? true }) {
        violation = "A problem has no place: \(problem)"
      }
    }
  }
}
