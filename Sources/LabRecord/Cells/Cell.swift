public import LabTimeline

/// One combination of the matrix.
public struct Cell: Hashable, Sendable, Codable {
  public var workload: String
  public var stt: String
  public var llm: String
  public var tts: String
  public var vad: String
  public var network: String
  public var device: String
  public var preset: String
  /// Which side of a comparison the cell is; a run without a baseline has candidates only.
  public var arm: Arm

  /// The sides of a comparison that is made within one run.
  public enum Arm: String, Hashable, Sendable, Codable, CaseIterable {
    /// What the plan measures.
    case candidate
    /// What it is held against, under the same conditions.
    case baseline
  }

  public init(
    workload: String, stt: String, llm: String, tts: String, vad: String, network: String, device: String,
    preset: String, arm: Arm = .candidate
  ) {
    self.workload = workload
    self.stt = stt
    self.llm = llm
    self.tts = tts
    self.vad = vad
    self.network = network
    self.device = device
    self.preset = preset
    self.arm = arm
  }

  /// The axes in the order in which reports show them.
  public static let axes: [(name: String, value: @Sendable (Cell) -> String)] = [
    ("workload", { $0.workload }), ("stt", { $0.stt }), ("llm", { $0.llm }), ("tts", { $0.tts }),
    ("vad", { $0.vad }), ("network", { $0.network }), ("device", { $0.device }), ("preset", { $0.preset }),
    ("arm", { $0.arm.rawValue }),
  ]

  /// What stands on the axis of a service that a cell does not have.
  public static let none = "none"

  /// One service hears, thinks and speaks. It stands on the axis of the language model, and nothing on those
  /// of speech to text and speech synthesis, so that records of either kind look alike.
  public var isSpeechToSpeech: Bool { stt == Self.none && tts == Self.none }

  /// The services of the cell by what they do.
  public var providers: [Stage: String] {
    isSpeechToSpeech ? [.s2s: llm] : [.stt: stt, .llm: llm, .tts: tts]
  }

  /// The services of the cell, in the order of a turn.
  public var services: [String] { isSpeechToSpeech ? [llm] : [stt, llm, tts] }

  /// The cell in one line: the values of all axes; of the arm only that it is a baseline.
  public var name: String {
    let axes = arm == .candidate ? Self.axes.filter { $0.name != "arm" } : Self.axes
    return axes.map { $0.value(self) }.joined(separator: " · ")
  }
}

extension Cell {
  private enum CodingKeys: String, CodingKey {
    case workload, stt, llm, tts, vad, network, device, preset, arm
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    workload = try values.decode(String.self, forKey: .workload)
    stt = try values.decode(String.self, forKey: .stt)
    llm = try values.decode(String.self, forKey: .llm)
    tts = try values.decode(String.self, forKey: .tts)
    vad = try values.decode(String.self, forKey: .vad)
    network = try values.decode(String.self, forKey: .network)
    device = try values.decode(String.self, forKey: .device)
    preset = try values.decode(String.self, forKey: .preset)
    arm = try values.decodeIfPresent(Arm.self, forKey: .arm) ?? .candidate
  }

  /// Writes the arm of baselines only, so that runs without one look as they always did.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(workload, forKey: .workload)
    try container.encode(stt, forKey: .stt)
    try container.encode(llm, forKey: .llm)
    try container.encode(tts, forKey: .tts)
    try container.encode(vad, forKey: .vad)
    try container.encode(network, forKey: .network)
    try container.encode(device, forKey: .device)
    try container.encode(preset, forKey: .preset)
    if arm == .baseline { try container.encode(arm, forKey: .arm) }
  }
}
