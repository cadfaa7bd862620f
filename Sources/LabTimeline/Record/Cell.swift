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

  public init(
    workload: String, stt: String, llm: String, tts: String, vad: String, network: String, device: String,
    preset: String
  ) {
    self.workload = workload
    self.stt = stt
    self.llm = llm
    self.tts = tts
    self.vad = vad
    self.network = network
    self.device = device
    self.preset = preset
  }

  /// The axes in the order in which reports show them.
  public static let axes: [(name: String, value: @Sendable (Cell) -> String)] = [
    ("workload", { $0.workload }), ("stt", { $0.stt }), ("llm", { $0.llm }), ("tts", { $0.tts }),
    ("vad", { $0.vad }), ("network", { $0.network }), ("device", { $0.device }), ("preset", { $0.preset }),
  ]

  /// The cell in one line: the values of all axes.
  public var name: String {
    Self.axes.map { $0.value(self) }.joined(separator: " · ")
  }
}
