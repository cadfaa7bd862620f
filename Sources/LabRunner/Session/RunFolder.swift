import Foundation
public import LabCost
public import LabPlan
public import LabRecord
import LabTimeline

/// The folder that a run writes: its plan, its record, its environment and the reports made from them.
public struct RunFolder: Hashable, Sendable {
  /// Where it is, as the user gave it.
  public let path: String

  public init(path: String) {
    self.path = path
  }

  /// The record, one line a turn.
  public var record: String { path + "/record.jsonl" }
  /// The text of the plan.
  public var plan: String { path + "/plan.yaml" }
  /// The plan of the baseline arm, when it is a plan of its own.
  public var baseline: String { path + "/baseline.yaml" }
  private var environment: String { path + "/environment.json" }

  /// The folder that a run writes when none is named: the first of `Reports/NAME-MODE`, `…-2`, `…-3` that is
  /// free.
  ///
  /// - Parameter suffix: What tells it from an ordinary run of the plan, such as `load`.
  public static func unused(for plan: RunPlan, mode: RunMode, suffix: String? = nil) -> RunFolder {
    let base = "Reports/\(plan.identity.name)-\(mode.rawValue)" + (suffix.map { "-" + $0 } ?? "")
    var path = base
    var number = 2
    while FileManager.default.fileExists(atPath: path) {
      path = "\(base)-\(number)"
      number += 1
    }
    return RunFolder(path: path)
  }

  // MARK: Making it

  /// Makes the folder.
  ///
  /// - Throws: a ``RunError`` when it holds anything, with a hint of what to do about that, and when it
  ///   cannot be made.
  public func create(hint: String = "Name another one with --out.") throws {
    try requireEmpty(hint: hint)
    try makeIfMissing()
  }

  /// Checks that the folder is not there or holds nothing.
  func requireEmpty(hint: String) throws {
    guard FileManager.default.enumerator(atPath: path)?.nextObject() == nil else {
      throw RunError(.folder, "The folder “\(path)” is not empty.", hint: hint)
    }
  }

  /// Makes the folder where there is none; what is in it stays.
  public func makeIfMissing() throws {
    guard let problem = Self.makeFolder(path) else { return }
    throw RunError(
      .folder, "The folder “\(path)” cannot be made: \(String(cString: strerror(problem))).",
      hint: "Name another one with --out.")
  }

  /// Makes a folder and those above it.
  ///
  /// - Returns: The system's number for what went wrong, which Foundation does not tell; nil when the folder
  ///   is there.
  private static func makeFolder(_ path: String) -> Int32? {
    guard mkdir(path, 0o777) != 0 else { return nil }
    let problem = errno
    if problem == EEXIST {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
        ? nil : problem
    }
    guard problem == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      return problem
    }
    if let problem = makeFolder(String(path[..<slash])) { return problem }
    return mkdir(path, 0o777) == 0 ? nil : errno
  }

  // MARK: Files

  /// The bytes of a file that the user named, such as a plan.
  ///
  /// - Throws: a ``RunError`` when it cannot be read.
  public static func bytes(ofFile path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw RunError(
        .invalidPlan, "“\(path)” cannot be read.", hint: "Check the name of the file and its permissions.")
    }
    return Array(data)
  }

  /// Writes a file that the user named, whole or not at all.
  public static func write(_ bytes: [UInt8], toFile path: String) throws {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw RunError(
        .writeFailed, "“\(path)” could not be written: \(SystemError.text(of: error)).",
        hint: "Name another file, or free some space.")
    }
  }

  /// Writes a file of the folder, whole or not at all.
  public func write(_ bytes: [UInt8], to name: String) throws {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name), options: .atomic)
    } catch {
      throw RunError(
        .writeFailed, "“\(path)/\(name)” could not be written: \(SystemError.text(of: error)).",
        hint: "Free some space, then make the reports again: turnlab report \(path)")
    }
  }

  /// Keeps the plan with the run.
  ///
  /// - Parameters:
  ///   - text: The plan as it was read; nil for one that was made in Swift.
  ///   - plan: Whose baseline may be a plan of its own, which is kept, too.
  func keep(planText text: [UInt8]?, of plan: RunPlan) throws {
    if let text { try write(text, to: "plan.yaml") }
    guard let origin = plan.baseline?.plan else { return }
    try write(Array(FileManager.default.contents(atPath: origin.path) ?? Data()), to: "baseline.yaml")
  }

  /// Writes what the machine and the instrument were.
  public func write(environment: EnvironmentFile) throws {
    try write(try JSONDocument.bytes(environment), to: "environment.json")
  }

  /// What the machine and the instrument were, if the run got so far as to say so.
  public func readEnvironment() throws -> EnvironmentFile? {
    guard let data = FileManager.default.contents(atPath: environment) else { return nil }
    return try EnvironmentFile.read(from: Array(data), path: environment)
  }

  // MARK: Prices

  /// The prices of the run: its own price book, or the shipped one.
  public func prices() throws -> PriceBook { try PriceBook.inFolder(path) ?? .shipped }

  /// Keeps a price book with the run, so that all that is made of it later is priced by the same.
  public func adopt(prices file: String) throws {
    _ = try PriceBook.read(file)
    try write(Array(FileManager.default.contents(atPath: file) ?? Data()), to: PriceBook.fileName)
  }
}
