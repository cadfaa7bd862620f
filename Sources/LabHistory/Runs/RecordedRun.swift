import Foundation
public import LabAnalysis
public import LabCost
public import LabRecord
import LabTimeline

/// A run as its folder holds it, ready to be added.
public struct RecordedRun: Sendable {
  /// The run folder, as an absolute path.
  public let folder: String
  /// What the record says.
  public let analysis: RunAnalysis
  /// What `environment.json` says; of an offline run too, whose report holds none of it.
  public let environment: RunEnvironment

  /// - Parameter analysis: Need not have intervals: the history keeps none.
  public init(folder: String, analysis: RunAnalysis, environment: RunEnvironment) {
    self.folder = Self.absolute(folder)
    self.analysis = analysis
    self.environment = environment
  }

  /// Reads the record and the environment of a run folder; its reports are not looked at.
  ///
  /// - Parameter prices: What its cost is computed by, unless the folder has a price book of its own.
  /// - Throws: ``HistoryError`` when the folder has no record, `RecordError` when its files cannot be
  ///   understood.
  public static func read(folder: String, prices: PriceBook? = .shipped) throws -> RecordedRun {
    let record = folder + "/record.jsonl"
    guard FileManager.default.fileExists(atPath: record) else {
      throw HistoryError(
        .missing, "The folder “\(folder)” holds no record (record.jsonl).", hint: "Name a run folder.")
    }
    let path = folder + "/environment.json"
    let file = try FileManager.default.contents(atPath: path).map {
      try EnvironmentFile.read(from: Array($0), path: path)
    }
    var reader = try RecordReader(path: record)
    var builder = RunReportBuilder(header: reader.header)
    while let line = try reader.next() { try builder.add(line) }
    let analysis = builder.finish(
      instrument: file?.instrument, environment: file?.environment,
      prices: try PriceBook.inFolder(folder) ?? prices, intervals: false)
    return RecordedRun(
      folder: folder, analysis: analysis, environment: file?.environment ?? RunEnvironment())
  }

  /// Every run folder in and below a folder, in the order of their paths.
  ///
  /// - Throws: ``HistoryError`` when there is no such folder.
  public static func folders(below folder: String) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw HistoryError(.missing, "There is no folder “\(folder)”.", hint: "Name a folder with run folders.")
    }
    let below = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let records = below.filter { $0 == "record.jsonl" || $0.hasSuffix("/record.jsonl") }.sorted()
    return records.map { $0 == "record.jsonl" ? folder : folder + "/" + $0.dropLast("/record.jsonl".count) }
  }

  /// A path from the root, without detours.
  static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }

  var run: RunReport.Run { analysis.report.run }

  /// The turns that count.
  var turns: [MeasuredTurn] { analysis.turns.filter { $0.discarded == nil } }

  /// Whether the run lacks conversations of its plan: it was cut off, or it is one of several shards.
  var isPartial: Bool { !run.isComplete || run.shard != nil }

  /// The name by which the history knows the run, sixteen hexadecimal digits.
  ///
  /// Two runs of one plan share the report's id, so the instant at which a run began is part of it; without
  /// one the turns themselves are.
  func identity(digest: String) -> String {
    var identity = ContentDigest()
    identity.add(run.id)
    identity.add(run.shard.map { "\($0.index)/\($0.count)" } ?? "")
    identity.add(environment.startedAt ?? digest)
    return identity.text
  }
}
