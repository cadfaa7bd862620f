import Foundation
public import LabAnalysis
import LabConversation
import LabGates
public import LabPlan
import LabRecord
public import LabRunner
import LabTimeline

/// The run that “what if” is asked of, and how its turns are run again.
public struct WhatIfSource {
  let folder: RunFolder
  let header: RecordHeader
  /// The plan of the run.
  public let recorded: RecordedPlan
  private let planText: String
  let method: WhatIfReport.Method
  /// The run as it was measured.
  private let measured: ComparedRun
  private let workers: Int

  /// - Parameters:
  ///   - planPath: The plan of the run, in place of the one in its folder.
  ///   - method: How to run the turns again; `nil` for virtual time where that is possible, else from the
  ///     record.
  ///   - workers: How many conversations are computed at once in virtual time.
  /// - Throws: a ``RunError`` when the plan is not the run's, or the method not possible.
  public init(
    _ folder: RunFolder, planPath: String? = nil, selection: CellSelection = CellSelection(),
    method: WhatIfReport.Method? = nil, workers: Int = 1
  ) throws {
    self.folder = folder
    self.workers = workers
    header = try RecordReader(path: folder.record).header
    let path = planPath ?? folder.plan
    recorded = try RecordedPlan(header: header, path: path, selection: selection)
    planText = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    let objection = header.mode == .live ? "it was live" : recorded.objectionToVirtualTime
    if method == .virtualTime, let objection {
      throw RunError(
        .usage, "“\(folder.path)” cannot be run again in virtual time: \(objection).",
        hint: "Leave --method out, and its turns are computed from the record.")
    }
    self.method = method ?? (objection == nil ? .virtualTime : .record)
    measured = ComparedRun(name: folder.path, analysis: try folder.analyse())
  }

  /// The measured cells, in the order of the replays'.
  var measuredCells: [ComparedCell] { recorded.recorded.map(measured.cell) }

  // MARK: In virtual time

  /// What runs the recorded conversations under a plan in virtual time.
  func runner(of plan: RunPlan) throws -> PlanRunner {
    try PlanRunner(RunRequest(plan: plan, mode: .offline, places: recorded.places, workers: workers))
  }

  /// A record of virtual time as one side of a comparison.
  func analyse(_ path: String, name: String) throws -> ComparedRun {
    ComparedRun(
      name: name, analysis: try RunAnalysis.read(records: [path], instrument: nil, environment: nil))
  }

  /// The plan with changes, and its text.
  func changedPlan(_ changes: [PlanChange]) throws -> (plan: RunPlan, text: String) {
    guard let text = RecordedPlan.text(planText, adding: changes) else {
      throw RunError(
        .invalidPlan, "The plan of “\(folder.path)” has “changes” that do not stand at its end.",
        hint: "Move them to the end of the plan, as a list with one line each, and run it again.")
    }
    var plan = try PlanReader.candidate(text: text, path: recorded.path)
    plan.seed = recorded.plan.seed
    plan.repeats = recorded.plan.repeats
    return (plan, text)
  }

  // MARK: From the record

  /// The run's turns computed anew with changes; without any, as they were measured.
  func recompute(_ changes: [PlanChange], name: String) throws -> ComparedRun {
    let rules = try header.cells.map { try retiming($0, changes) }
    var builder = RunReportBuilder(header: header)
    var reader = try RecordReader(path: folder.record)
    while let line = try reader.next() {
      guard case .turn(var turn) = line else {
        try builder.add(line)
        continue
      }
      turn.events = rules[turn.conversation.cell].retimed(turn.events)
      try builder.add(.turn(turn))
    }
    return ComparedRun(
      name: name, analysis: builder.finish(instrument: nil, environment: nil, intervals: false))
  }

  private func retiming(_ cell: Cell, _ changes: [PlanChange]) throws -> TurnRetiming {
    var retiming = TurnRetiming()
    for change in changes {
      switch change.kind {
      case .latency(let stage, let latency):
        guard !TurnRetiming.unknownStages.contains(stage) else {
          throw Self.unrecorded(change, because: "the record does not say what that is made of")
        }
        guard retiming.latencies.updateValue(latency, forKey: stage) == nil else {
          throw RunError(
            .usage, "“\(stage.rawValue)” is changed twice.", hint: "Change every stage once.")
        }
      case .setting(let setting) where setting.field.key == "silenceThresholdMs":
        let own = try ResolvedCell(cell, in: recorded.plan).settings
        var changed = own
        setting.apply(to: &changed)
        retiming.silence = .init(from: own.silenceThreshold, to: changed.silenceThreshold)
      case .setting:
        throw Self.unrecorded(
          change, because: "only virtual time can have a conversation with other settings")
      case .axis:
        throw Self.unrecorded(change, because: "the record has no turns of it")
      }
    }
    return retiming
  }

  private static func unrecorded(_ change: PlanChange, because reason: String) -> RunError {
    RunError(
      .usage, "“\(change.text)” cannot be computed from a record: \(reason).",
      hint:
        "Services that were measured in other cells are put together by 'turnlab predict'; emulated runs can be asked "
        + "in virtual time.")
  }
}
