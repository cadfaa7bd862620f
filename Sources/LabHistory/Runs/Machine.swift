public import LabRecord

/// What a run was measured on, as far as it can bend a latency in real time.
public struct Machine: Hashable, Sendable {
  /// The operating system and its version.
  public var system: String?
  /// The processor's name.
  public var processor: String?
  /// How many processors the run could use.
  public var processors: Int?
  /// The version of turnlab.
  public var version: String?

  public init(system: String?, processor: String?, processors: Int?, version: String?) {
    self.system = system
    self.processor = processor
    self.processors = processors
    self.version = version
  }

  /// The machine of an environment; nothing of it may be known.
  public init(_ environment: RunEnvironment) {
    self.init(
      system: environment.system, processor: environment.processor, processors: environment.processors,
      version: environment.version)
  }

  /// The machine in one line.
  public var name: String {
    let chip = [processor, processors.map { "× \($0)" }].compactMap { $0 }.joined(separator: " ")
    let parts = [system, chip.isEmpty ? nil : chip, version.map { "turnlab \($0)" }].compactMap { $0 }
    return parts.isEmpty ? "unknown machine" : parts.joined(separator: " · ")
  }

  /// Whether nothing of it is known, so that no other can be said to be the same.
  var isUnknown: Bool { self == Machine(system: nil, processor: nil, processors: nil, version: nil) }
}
