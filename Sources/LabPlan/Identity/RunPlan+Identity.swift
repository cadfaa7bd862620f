import LabConversation
import LabEmulation
import LabProviders
public import LabRecord

extension RunPlan {
  /// The name of the plan and the hash of its file, or of its content when it was made in Swift.
  public var identity: RecordHeader.PlanIdentity {
    RecordHeader.PlanIdentity(
      name: name, sha256: fileDigest ?? SHA256Digest(of: Array(content.utf8)).hexadecimal)
  }

  /// All that decides what is measured, in a fixed order.
  private var content: String {
    func list<Value>(_ values: [String: Value]) -> String {
      values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
    }
    func text(_ settings: [SettingValue]) -> String {
      settings.map { "\($0.field.key)=\($0.text)" }.joined(separator: ",")
    }
    func text(_ profiles: EmulationProfiles) -> String {
      [
        list(profiles.speechToText), list(profiles.languageModels), list(profiles.textToSpeech),
        list(profiles.speechToSpeech), list(profiles.servers), list(profiles.capacities),
        "\(profiles.faults)", "\(profiles.drift.map { "\($0)" } ?? "")",
      ].joined(separator: "\n")
    }
    let parts = [
      name, "\(workloads)", "\(matrix)", text(settings), "\(repeats) \(warmup) \(order) \(seed)",
      "\(concurrency) \(arrival)", text(emulation), "\(devices)", "\(recovery)", "\(networks)",
      "\(commands.map(\.id)) \(services.map { "\($0.id) \($0.address)" })", "\(detectors)",
      presets.map { "\($0.name) \($0.base) \(text($0.settings))" }.joined(separator: ","),
      baseline.map { "\($0.matrix) \(text($0.settings)) \(text($0.emulation)) \($0.draws)" } ?? "",
    ]
    return parts.joined(separator: "\n")
  }
}
