import Foundation
import TestSupport
import Testing

@testable import LabCLI

@Suite("turnlab compare")
struct CompareCommandTests {
  /// Two runs of one plan, the second with another emulation of the language model.
  private struct TwoRuns {
    let plan: ShortPlan
    var baseline: String { plan.folder("before") }
    var candidate: String { plan.folder("after") }

    init(_ median: (Double, Double), seeds: (Int, Int) = (10, 10), repeats: Int = 2) throws {
      plan = try ShortPlan(repeats: repeats)
      let text = try String(contentsOfFile: plan.path, encoding: .utf8)
      for (folder, median, seed) in [("before", median.0, seeds.0), ("after", median.1, seeds.1)] {
        let changed = text.replacing(
          "{sentences: [1, 1]}",
          with: "{sentences: [1, 1], first_token: {lognormal: {median_ms: \(median), sigma: 0.6}}}")
        let path = try plan.scratch.write(Array(changed.utf8), to: "\(folder).yaml")
        let outcome = Program.run("run", path, "--seed", "\(seed)", "--out", plan.folder(folder))
        try #require(outcome.exit == 0, "\(outcome.error)")
      }
    }
  }

  private func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("A planted 1 % on the model's first token is found, named and exact, from two real runs")
  func findsPlantedChange() throws {
    let runs = try TwoRuns((500, 505))
    let outcome = Program.run("compare", runs.baseline, runs.candidate, "--json")
    #expect(outcome.exit == 0)
    let document = try json(outcome.output)
    #expect(document["schema"] as? String == "turnlab.comparison/1")
    let comparisons = try #require(document["comparisons"] as? [[String: Any]])
    #expect(comparisons.count == 2)
    for comparison in comparisons {
      #expect(comparison["exact"] as? Bool == true)
      let stages = try #require(comparison["stages"] as? [[String: Any]])
      #expect(stages[0]["name"] as? String == "llm.service")
      #expect(stages[0]["owner"] as? String == "llm")
      #expect(stages[0]["exact"] as? Bool == true)
      let movement = try #require(stages[0]["movement"] as? [String: Any])
      #expect(abs(try #require(movement["uniform_change"] as? Double) - 0.01) < 1e-7)
      // What the parts changed by sums to what voice to voice changed by.
      let total = stages.compactMap { $0["mean_change_ms"] as? Double }.reduce(0, +)
      let sentence = try #require(comparison["sentence"] as? String)
      #expect(sentence.contains("llm.service (owner llm) explains"))
      #expect(sentence.contains("(1 % slower in every pair)"))
      #expect(total > 0)
    }
  }

  @Test("Swapped runs give the mirrored change")
  func mirrors() throws {
    let runs = try TwoRuns((500, 520))
    func change(_ first: String, _ second: String) throws -> [Double] {
      let text = Program.run("compare", first, second, "--metric", "llm.ttft_ms", "--json").output
      let comparisons = try #require(try json(text)["comparisons"] as? [[String: Any]])
      return try comparisons.map { comparison in
        let metrics = try #require(comparison["metrics"] as? [[String: Any]])
        #expect(metrics.count == 1)
        let change = try #require(metrics[0]["change_ms"] as? [String: Any])
        return try #require(change["estimate"] as? Double)
      }
    }
    let forward = try change(runs.baseline, runs.candidate)
    #expect(forward.allSatisfy { $0 > 0 })
    #expect(try change(runs.candidate, runs.baseline) == forward.map { -$0 })
  }

  @Test("Two cells of one run are compared by what differs, in words and in Markdown")
  func comparesCells() throws {
    let plan = try ShortPlan()
    let folder = plan.folder()
    #expect(Program.run("run", plan.path, "--out", folder).exit == 0)
    let sides = ["\(folder):stt=deepgram/nova-2", "\(folder):stt=deepgram/nova-3"]
    let text = Program.run("compare", sides[0], sides[1])
    #expect(text.exit == 0)
    #expect(text.output.hasPrefix("Comparison: deepgram/nova-3 against deepgram/nova-2\n"))
    #expect(text.output.contains("but the stt services differ, and what differs draws its own latencies"))
    let markdown = Program.run("compare", sides[0], sides[1], "--markdown").output
    #expect(markdown.hasPrefix("## Comparison: deepgram/nova-3 against deepgram/nova-2\n"))
    #expect(markdown.contains("| turn.v2v | 2 |"))
  }

  @Test("A folder whose name holds a colon is taken as it stands")
  func acceptsColons() throws {
    let plan = try ShortPlan()
    let folder = plan.folder("run:llm=x")
    #expect(Program.run("run", plan.path, "--out", folder).exit == 0)
    #expect(Program.run("compare", folder, "\(folder):stt=deepgram/nova-2").exit == 0)
  }

  @Test("What cannot be compared ends with 5, what was typed wrongly with 64")
  func refuses() throws {
    let runs = try TwoRuns((500, 500))
    let alone = Program.run("compare", runs.baseline)
    #expect(alone.exit == 5)
    #expect(alone.error.contains("has no baseline arm"))
    let same = Program.run("compare", runs.baseline, runs.baseline)
    #expect(same.exit == 5)
    #expect(same.error.contains("Both sides name the same cells"))
    #expect(Program.run("compare", runs.baseline, runs.plan.folder("nowhere")).exit == 5)
    #expect(Program.run("compare", "\(runs.baseline):llm=none", runs.candidate).exit == 5)
    #expect(Program.run("compare", "\(runs.baseline):model=none", runs.candidate).exit == 64)
    #expect(Program.run("compare", runs.baseline, runs.candidate, "--metric", "llm.speed").exit == 64)
    #expect(Program.run("compare", runs.baseline, runs.candidate, "--turns", "last").exit == 64)
    #expect(Program.run("compare", runs.baseline, runs.candidate, "--json", "--markdown").exit == 64)
  }

  @Test("The arms of a run are compared in its own reports and by name")
  func comparesArms() throws {
    let runs = try TwoRuns((500, 505))
    let folder = try runs.plan.joinAsArms(baseline: runs.baseline, candidate: runs.candidate)
    #expect(Program.run("report", folder).exit == 0)
    let page = try String(contentsOfFile: folder + "/report.html", encoding: .utf8)
    #expect(page.contains("<section id=\"comparison-1\""))
    #expect(page.contains("llm.service (owner llm) explains"))
    let summary = try String(contentsOfFile: folder + "/summary.md", encoding: .utf8)
    #expect(summary.contains("## Comparison: deepgram/nova-3"))
    let file = try String(contentsOfFile: folder + "/comparison.json", encoding: .utf8)
    let printed = Program.run("compare", folder, "--json")
    #expect(printed.exit == 0)
    // The run's own file does not name its folder, so that equal runs have equal files.
    #expect(printed.output.replacing(folder, with: "short") == file)
    #expect(printed.output.contains("\"design\" : \"arms\""))
  }
}

extension ShortPlan {
  /// Joins the records of two runs into one of a run with both on its arms, every conversation beside its counterpart.
  fileprivate func joinAsArms(baseline: String, candidate: String) throws -> String {
    func lines(_ folder: String) throws -> [[String: Any]] {
      try String(contentsOfFile: folder + "/record.jsonl", encoding: .utf8).split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
    }
    let sides = [try lines(baseline), try lines(candidate)]
    var header = sides[1][0]
    let cells = try #require(header["cells"] as? [[String: Any]])
    header["cells"] = cells.map { $0.merging(["arm": "baseline"]) { $1 } } + cells
    header["pairs"] = cells.indices.map { ["baseline": $0, "candidate": $0 + cells.count] }
    header["conversations"] = 2 * (try #require(header["conversations"] as? Int))
    var joined = [header]
    for (arm, lines) in sides.enumerated() {
      for line in lines.dropFirst() where line["type"] as? String != "footer" {
        var line = line
        var conversation = try #require(line["conversation"] as? [String: Any])
        conversation["position"] = 2 * (try #require(conversation["position"] as? Int)) + arm
        conversation["cell"] = try #require(conversation["cell"] as? Int) + arm * cells.count
        line["conversation"] = conversation
        joined.append(line)
      }
    }
    let text = try joined.map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys), as: UTF8.self)
    }
    try scratch.write(Array((text.joined(separator: "\n") + "\n").utf8), to: "arms/record.jsonl")
    return folder("arms")
  }
}
