import LabProviders
import LabTimeline
import LabVoiceActivity
import LabYAML

/// Reads the programs of a plan:
/// `commands: command/NAME: {stt | llm | tts | vad: [program, …], sample_rate: …}`.
enum CommandReader {
  /// What was read: entries of the catalogue and detectors, in the order of the plan.
  struct Programs {
    var entries: [ProviderEntry] = []
    var detectors: [DetectorProgram] = []
  }

  /// The programs as entries of the catalogue, in the order of the plan; and those that are detectors.
  static func read(_ mapping: YAMLMapping) -> Programs {
    var programs = Programs()
    for name in mapping.keys {
      guard let value = mapping.optional(name) else { continue }
      guard name.hasPrefix(ProviderEntry.commandPrefix), name.count > ProviderEntry.commandPrefix.count else {
        value.report("“\(name)” must begin with “\(ProviderEntry.commandPrefix)”, e.g. command/whisper")
        continue
      }
      guard let mapping = value.mapping() else { continue }
      if mapping.keys.contains("vad"), let arguments = mapping.optional("vad").flatMap(arguments) {
        mapping.finish()
        programs.detectors.append(DetectorProgram(name: name, arguments: arguments))
      } else {
        programs.entries += Self.entries(name, mapping)
      }
    }
    mapping.finish()
    return programs
  }

  /// The one entry of a program; none when something is wrong with it.
  private static func entries(_ name: String, _ mapping: YAMLMapping) -> [ProviderEntry] {
    let commands = Stage.pipeline.compactMap { stage in
      mapping.optional(stage.rawValue).map { (stage: stage, arguments: arguments($0)) }
    }
    let sampleRate = mapping.optionalInt("sample_rate", in: 8000...48_000)
    mapping.finish()
    guard commands.count == 1 else {
      mapping.value.report("“\(name)” has exactly one of stt, llm, tts and vad: the program for that stage")
      return []
    }
    guard let arguments = commands[0].arguments else { return [] }
    let entry = ProviderEntry.command(
      name, stage: commands[0].stage, arguments: arguments, sampleRate: sampleRate)
    return entry.map { [$0] } ?? []
  }

  /// The program and its arguments: a list, so that nothing has to be quoted and no shell is asked.
  private static func arguments(_ value: YAMLValue) -> [String]? {
    guard let items = value.sequence() else { return nil }
    let words = items.compactMap { $0.scalarText() }
    guard words.count == items.count else { return nil }
    guard let program = words.first, !program.isEmpty else {
      value.report("write the program and its arguments as a list, e.g. [python3, engine.py]")
      return nil
    }
    return words
  }
}
