import Foundation
import LabCost
import LabGates
import LabReports
import LabRunner
import LabTimeline

/// The folder that a run writes: its plan, its record, its environment and the reports made from them.
struct RunFolder {
  let path: String

  var record: String { path + "/record.jsonl" }
  var plan: String { path + "/plan.yaml" }
  /// The plan of the baseline arm, when it had one of its own.
  var baseline: String { path + "/baseline.yaml" }
  private var environment: String { path + "/environment.json" }

  /// The folder that a run writes when none is named: the first of `Reports/NAME-MODE`, `…-2`, `…-3` that is free.
  ///
  /// - Parameter suffix: What is told apart from an ordinary run of the plan, such as a load test.
  static func unused(for plan: RunPlan, mode: RunMode, suffix: String? = nil) -> RunFolder {
    let base = "Reports/\(plan.identity.name)-\(mode.rawValue)" + (suffix.map { "-" + $0 } ?? "")
    var path = base
    var number = 2
    while FileManager.default.fileExists(atPath: path) {
      path = "\(base)-\(number)"
      number += 1
    }
    return RunFolder(path: path)
  }

  /// Makes the folder; one that holds anything is refused, with a hint of what to do about it.
  func create(hint: String = "Name another one with --out.") throws {
    let files = try? FileManager.default.contentsOfDirectory(atPath: path)
    guard files?.isEmpty ?? true else {
      throw RunError(.folder, "The folder “\(path)” is not empty.", hint: hint)
    }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      // Foundation says only that it failed; the system, asked again, says why.
      mkdir(path, 0o755)
      throw RunError(
        .folder, "The folder “\(path)” cannot be made: \(SystemError.text).",
        hint: "Name another one with --out.")
    }
  }

  /// Makes the folder where there is none; what is in it stays.
  func makeIfMissing() throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw RunError(
        .folder, "The folder “\(path)” cannot be made: \(SystemError.text).",
        hint: "Name another one with --out.")
    }
  }

  /// Writes a file that was named on the command line, whole or not at all.
  static func write(_ bytes: [UInt8], toFile path: String) throws {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw RunError(
        .writeFailed, "“\(path)” could not be written: \(SystemError.text(of: error)).",
        hint: "Name another file, or free some space.")
    }
  }

  /// Writes a file of the folder, whole or not at all.
  func write(_ bytes: [UInt8], to name: String) throws {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name), options: .atomic)
    } catch {
      throw RunError(
        .writeFailed, "“\(path)/\(name)” could not be written: \(SystemError.text(of: error)).",
        hint: "Free some space, then make the reports again: turnlab report \(path)")
    }
  }

  /// Writes what the machine and the instrument were.
  func write(environment: EnvironmentFile) throws {
    try write(try ReportJSON.bytes(environment), to: "environment.json")
  }

  /// What the machine and the instrument were, if the run got so far as to say so.
  func readEnvironment() throws -> EnvironmentFile? {
    guard let data = FileManager.default.contents(atPath: environment) else { return nil }
    return try ReportJSON.environment(from: Array(data), path: environment)
  }

  /// The prices of the run: its own book, or the shipped one.
  func prices() throws -> PriceBook { try PriceBook.inFolder(path) ?? .shipped }

  /// Keeps a price book with the run, so that all that is made of it later is priced by the same.
  func adopt(prices file: String) throws {
    _ = try PriceBook.read(file)
    try write(Array(FileManager.default.contents(atPath: file) ?? Data()), to: PriceBook.fileName)
  }

  /// Reads the record.
  func analyse() throws -> RunAnalysis {
    let file = try readEnvironment()
    return try RunAnalysis.read(
      records: [record], instrument: file?.instrument, environment: file?.environment, prices: prices())
  }

  /// Makes the reports from the record; of a run that carries a baseline, the comparison of its arms too.
  func report() throws -> RunAnalysis {
    let analysis = try analyse()
    let comparison = try ArmComparison.report(of: analysis)
    let soak = try soak()
    let sections =
      (comparison?.sections ?? []) + [soak.map(SoakSection.section), try devices()].compactMap { $0 }
    for file in try ReportFolder.files(for: analysis, sections: sections) {
      try write(file.bytes, to: file.name)
    }
    if let soak { try write(try ReportJSON.bytes(soak), to: SoakReport.fileName) }
    if let comparison { try write(try ComparisonJSON.bytes(comparison), to: "comparison.json") }
    return analysis
  }
}
