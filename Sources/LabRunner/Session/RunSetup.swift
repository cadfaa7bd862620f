public import LabRecord
import LabTimeline

/// What a run needs beside its plan: where it writes, what it keeps there, and how it reaches services.
public struct RunSetup: Sendable {
  /// Finds what the reports of a run in real time cite as the instrument's own error, given this machine.
  public typealias Citation = @Sendable (RunEnvironment) throws -> InstrumentCalibration

  /// The folder that the run writes.
  public var folder: RunFolder
  /// What the reports of a run in real time cite.
  public var citation: Citation
  /// The environment, which holds the keys of live services.
  public var variables: [String: String]
  /// The text of the plan, which is kept in the folder; nil for a plan that was made in Swift.
  public var planText: [UInt8]?
  /// A price book to keep with the run in place of the plan's; the plan's, or the shipped one, when nil.
  public var prices: String?
  /// Whether each service of a live run gets one minimal request before anything is measured.
  public var checksServices = true
  /// A live run stops when this many turns, counted from the first, all fail alike; nil lets it go on.
  public var failureLimit: Int? = Self.standardFailureLimit
  /// What to do about a folder that is not empty.
  public var folderHint = "Name another one with --out."

  /// How many turns may fail alike unless somebody says otherwise.
  public static let standardFailureLimit = 10

  /// - Parameter citation: Required, so that no kind of run forgets it.
  public init(
    folder: RunFolder, planText: [UInt8]?, variables: [String: String] = [:],
    citation: @escaping Citation
  ) {
    self.folder = folder
    self.planText = planText
    self.variables = variables
    self.citation = citation
  }
}
