public import LabAnalysis
import LabGates
public import LabPlan
import LabRecord
public import LabRunner
import LabTimeline

/// Runs a recorded run again with something changed, and says what its turns gain.
public struct WhatIfReplay {
  private let source: WhatIfSource
  private let cancellation: RunCancellation
  private let observe: (RunEvent) -> Void

  /// - Parameters:
  ///   - cancellation: Cancel it to stop; the functions below then throw `CancellationError`.
  ///   - observe: Told how far each of the runs in virtual time is.
  public init(
    of source: WhatIfSource, cancellation: RunCancellation = RunCancellation(),
    observe: @escaping (RunEvent) -> Void = { _ in }
  ) {
    self.source = source
    self.cancellation = cancellation
    self.observe = observe
  }

  /// What the turns gain by changes.
  ///
  /// - Parameter folder: Where the changed run is kept, without its reports; runs in virtual time alone are.
  /// - Throws: a ``RunError`` when a change does not fit the run.
  public func report(of changes: [PlanChange], keepingIn folder: RunFolder? = nil) throws -> WhatIfReport {
    var report = WhatIfReport(
      run: source.folder.path, changes: changes.map(\.text), method: source.method, out: folder?.path)
    let (before, after) =
      switch source.method {
      case .record: try recomputed(changes, folder: folder)
      case .virtualTime: try replayed(changes, folder: folder)
      }
    report.cells = try source.pairs(before, after).map { pair in
      try WhatIfCell(
        measured: pair.measured, before: pair.before, after: pair.after, stages: changes.stages)
    }
    return report
  }

  private func recomputed(
    _ changes: [PlanChange], folder: RunFolder?
  ) throws -> (before: ComparedRun, after: ComparedRun) {
    let before = try source.recompute([], name: source.folder.path)
    let after = try source.recompute(changes, name: "changed")
    try folder?.create()
    return (before, after)
  }

  private func replayed(
    _ changes: [PlanChange], folder: RunFolder?
  ) throws -> (before: ComparedRun, after: ComparedRun) {
    let scratch = try TemporaryFolder()
    // Read before anything is made or computed: a change may not fit the plan.
    let plan = try source.changedPlan(changes)
    try folder?.create()
    let unchanged = scratch.file("before.jsonl")
    try converse(source.recorded.plan, into: unchanged)
    let before = try source.analyse(unchanged, name: source.folder.path)
    guard let folder else {
      let changed = scratch.file("after.jsonl")
      try converse(plan.plan, into: changed)
      return (before, try source.analyse(changed, name: "changed"))
    }
    try folder.write(Array(plan.text.utf8), to: "plan.yaml")
    try converse(plan.plan, into: folder.record)
    try folder.write(environment: EnvironmentFile(environment: .ofThisMachine(), instrument: nil))
    return (before, ComparedRun(name: "changed", analysis: try folder.analyse()))
  }

  /// What the turns gain when every stage is made faster, one at a time.
  public func sweep() throws -> WhatIfSweep {
    let scratch = try TemporaryFolder()
    func replay(_ changes: [PlanChange]) throws -> ComparedRun {
      let name = changes.isEmpty ? "run" : "changed"
      if source.method == .record { return try source.recompute(changes, name: name) }
      let plan = changes.isEmpty ? source.recorded.plan : try source.changedPlan(changes).plan
      try converse(plan, into: scratch.file("record.jsonl"))
      return try source.analyse(scratch.file("record.jsonl"), name: name)
    }
    let before = try replay([])
    var sweeps = source.pairs(before, before).map { WhatIfSweep.CellSweep(cell: $0.before.cell, rows: []) }
    for stage in source.sweptStages {
      var gains: [[WhatIfSweep.Gain?]] = sweeps.map { _ in [] }
      for share in WhatIfSweep.speedUps {
        let change = try PlanChange("\(stage.rawValue)=-\(Int(share * 100))%")
        let after = try replay([change])
        for (index, pair) in source.pairs(before, after).enumerated() {
          gains[index].append(try WhatIfSweep.gain(before: pair.before, after: pair.after))
        }
      }
      for index in sweeps.indices {
        sweeps[index].rows.append(.init(stage: stage.rawValue, gains: gains[index]))
      }
    }
    return WhatIfSweep(run: source.folder.path, method: source.method, cells: sweeps)
  }

  /// Runs the conversations under a plan in virtual time.
  private func converse(_ plan: RunPlan, into path: String) throws {
    let runner = try source.runner(of: plan)
    cancellation.watch(runner)
    try runner.run(recordingTo: path, observe: observe)
  }
}

extension WhatIfSource {
  /// A cell as it was measured, run again, and run with a change.
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
  fileprivate var stages: [TurnStage] {
    let stages = compactMap { change -> TurnStage? in
      if case .latency(let stage, _) = change.kind { stage } else { nil }
    }
    return stages.count == count ? stages : []
  }
}
