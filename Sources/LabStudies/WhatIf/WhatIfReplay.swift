import LabGates
import LabReports
import LabRunner
import LabTimeline

extension WhatIfReport {
  /// Has a run again with changes.
  ///
  /// - Parameter folder: Where the changed run is kept; only runs of virtual time are.
  init(_ changes: [PlanChange], of source: WhatIfSource, folder: RunFolder?, console: Console) throws {
    self.init(
      run: source.folder.path, changes: changes.map(\.text), method: source.method, out: folder?.path)
    let before: ComparedRun
    let after: ComparedRun
    switch source.method {
    case .record:
      before = try source.recompute([], name: source.folder.path)
      after = try source.recompute(changes, name: "changed")
      try folder?.create()
    case .virtualTime:
      let scratch = try TemporaryFolder()
      // Read before anything is made or computed: a change may not fit the plan.
      let plan = try source.changedPlan(changes, at: scratch.file("plan.yaml"))
      try folder?.create()
      try source.converse(source.recorded.plan, into: scratch.file("before.jsonl"), console: console)
      before = try source.analyse(scratch.file("before.jsonl"), name: source.folder.path)
      if let folder {
        _ = try source.changedPlan(changes, at: folder.plan)
        try source.converse(plan, into: folder.record, console: console)
        try folder.write(environment: EnvironmentFile(environment: .ofThisMachine(), instrument: nil))
        after = ComparedRun(name: "changed", analysis: try folder.report())
      } else {
        try source.converse(plan, into: scratch.file("after.jsonl"), console: console)
        after = try source.analyse(scratch.file("after.jsonl"), name: "changed")
      }
    }
    cells = try source.pairs(before, after).map { pair in
      try WhatIfCell(
        measured: pair.measured, before: pair.before, after: pair.after, stages: changes.stages)
    }
  }
}

extension WhatIfSweep {
  /// Makes every stage of a run faster, one at a time.
  init(of source: WhatIfSource, console: Console) throws {
    let scratch = try TemporaryFolder()
    func replay(_ changes: [PlanChange]) throws -> ComparedRun {
      if source.method == .record { return try source.recompute(changes, name: "changed") }
      let plan =
        changes.isEmpty
        ? source.recorded.plan : try source.changedPlan(changes, at: scratch.file("plan.yaml"))
      try source.converse(plan, into: scratch.file("record.jsonl"), console: console)
      return try source.analyse(scratch.file("record.jsonl"), name: changes.isEmpty ? "run" : "changed")
    }
    let before = try replay([])
    var sweeps = source.pairs(before, before).map { CellSweep(cell: $0.before.cell, rows: []) }
    for stage in source.sweptStages {
      var gains: [[Gain?]] = sweeps.map { _ in [] }
      for share in Self.speedUps {
        let change = try PlanChange("\(stage.rawValue)=-\(Int(share * 100))%")
        let after = try replay([change])
        for (index, pair) in source.pairs(before, after).enumerated() {
          gains[index].append(try Self.gain(before: pair.before, after: pair.after))
        }
      }
      for index in sweeps.indices {
        sweeps[index].rows.append(Row(stage: stage.rawValue, gains: gains[index]))
      }
    }
    self.init(run: source.folder.path, method: source.method, cells: sweeps)
  }
}

extension WhatIfSource {
  /// A cell as it was measured, had again, and had with a change.
  struct Triple {
    let measured: ComparedCell
    let before: ComparedCell
    let after: ComparedCell
  }

  /// The cells of replays. Virtual time has the chosen cells only; the record has all.
  func pairs(_ before: ComparedRun, _ after: ComparedRun) -> [Triple] {
    measuredCells.enumerated().map { index, cell in
      let place = method == .record ? recorded.recorded[index] : index
      return Triple(measured: cell, before: before.cell(place), after: after.cell(place))
    }
  }

  /// The stages that can be made faster by a share and that the run has.
  var sweptStages: [TurnStage] {
    let cells = measuredCells.map(\.cell)
    var stages: [TurnStage] = []
    if cells.contains(where: { !$0.isSpeechToSpeech }) {
      stages += [.finalize, .firstToken, .tokenInterval, .firstAudio]
    }
    if cells.contains(where: \.isSpeechToSpeech) { stages.append(.reply) }
    return stages + [.leadingSilence]
  }
}

extension [PlanChange] {
  /// The stages among the changes, when nothing else is changed: only then can a gain be held against theirs.
  var stages: [TurnStage] {
    let stages = compactMap { change -> TurnStage? in
      if case .latency(let stage, _) = change.kind { stage } else { nil }
    }
    return stages.count == count ? stages : []
  }
}
