import LabConversation
import LabEmulation
import LabProviders
import LabRecord
import LabTimeline
import LabYAML

/// Reads the axes of a matrix.
enum MatrixReader {
  /// An axis and what it may hold.
  struct Axis {
    let key: String
    /// What its values are called in problems.
    let what: String
    let names: [String]
    /// What it holds when it is left out; nil when it must not be.
    let standard: String?
    let path: WritableKeyPath<RunPlan.Matrix, [String]>
  }

  /// All axes in the order of cells.
  static func axes(_ names: MatrixNames = MatrixNames()) -> [Axis] {
    func providers(_ kind: ProviderEntry.Kind) -> [String] {
      names.catalogue.entries.filter { $0.kind == kind }.map(\.id)
    }
    return [
      Axis(
        key: "stt", what: "speech-to-text provider", names: providers(.speechToText), standard: nil,
        path: \.stt),
      Axis(
        key: "llm", what: "language-model provider", names: providers(.languageModel), standard: nil,
        path: \.llm),
      Axis(
        key: "tts", what: "speech-synthesis provider", names: providers(.textToSpeech), standard: nil,
        path: \.tts),
      Axis(
        key: "s2s", what: "speech-to-speech provider", names: providers(.speechToSpeech), standard: nil,
        path: \.s2s),
      Axis(
        key: "vad", what: "detector", names: DetectorKind.names + names.detectors,
        standard: DetectorKind.standard, path: \.vad),
      Axis(
        key: "network", what: "network profile", names: (NetworkProfile.all + names.networks).map(\.name),
        standard: "wired", path: \.network),
      Axis(
        key: "device", what: "device", names: [Cell.none] + names.devices.map(\.name), standard: Cell.none,
        path: \.device),
      Axis(
        key: "preset", what: "preset", names: Preset.allCases.map(\.rawValue) + names.presets.map(\.name),
        standard: Preset.balanced.rawValue, path: \.preset),
    ]
  }

  static func read(_ mapping: YAMLMapping, names: MatrixNames) -> RunPlan.Matrix {
    var matrix = RunPlan.Matrix(stt: [], llm: [], tts: [], vad: [], network: [], device: [], preset: [])
    let absent = absent(in: mapping)
    for axis in axes(names) where !absent.contains(axis.key) {
      matrix[keyPath: axis.path] = values(of: axis, in: mapping)
    }
    for key in absent { _ = mapping.optional(key) }
    mapping.finish()
    return matrix
  }

  /// The axes that a matrix may leave out: one service that hears and speaks stands for three, and the other way
  /// round.
  private static func absent(in mapping: YAMLMapping) -> [String] {
    let three = ["stt", "llm", "tts"]
    guard mapping.keys.contains("s2s") else { return ["s2s"] }
    return three.contains(where: mapping.keys.contains) ? [] : three
  }

  private static func values(of axis: Axis, in mapping: YAMLMapping) -> [String] {
    guard let list = axis.standard == nil ? mapping.required(axis.key) : mapping.optional(axis.key) else {
      return [axis.standard ?? ""]
    }
    guard let items = list.sequence() else { return [] }
    if items.isEmpty { list.report("“\(axis.key)” is empty, so the matrix has no cells; name at least one") }
    var seen: Set<String> = []
    return items.compactMap { item in
      guard let name = PlanReader.known(item, among: axis.names, as: axis.what) else { return nil }
      if !seen.insert(name).inserted { item.report("“\(name)” is named twice in “\(axis.key)”") }
      return name
    }
  }
}
