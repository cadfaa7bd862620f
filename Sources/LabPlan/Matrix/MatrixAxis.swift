import LabConversation
import LabEmulation
import LabProviders
import LabRecord
import LabTimeline

/// An axis of a plan's matrix and what it may hold.
struct MatrixAxis {
  let key: String
  /// What its values are called in problems.
  let what: String
  let names: [String]
  /// What it holds when it is left out; nil when it must not be.
  let standard: [String]?
  let path: WritableKeyPath<RunPlan.Matrix, [String]>

  /// All axes in the order of cells.
  static func all(_ names: MatrixNames = MatrixNames()) -> [MatrixAxis] {
    func providers(
      _ stage: Stage, what: String, path: WritableKeyPath<RunPlan.Matrix, [String]>
    ) -> MatrixAxis {
      let ids = names.catalogue.entries.filter { $0.stage == stage }.map(\.id)
      return MatrixAxis(key: stage.rawValue, what: what, names: ids, standard: nil, path: path)
    }
    let standard = RunPlan.Matrix()
    return [
      providers(.stt, what: "speech-to-text provider", path: \.stt),
      providers(.llm, what: "language-model provider", path: \.llm),
      providers(.tts, what: "speech-synthesis provider", path: \.tts),
      providers(.s2s, what: "speech-to-speech provider", path: \.s2s),
      MatrixAxis(
        key: "vad", what: "detector", names: DetectorKind.names + names.detectors, standard: standard.vad,
        path: \.vad),
      MatrixAxis(
        key: "network", what: "network profile", names: (NetworkProfile.all + names.networks).map(\.name),
        standard: standard.network, path: \.network),
      MatrixAxis(
        key: "device", what: "device", names: [Cell.none] + names.devices.map(\.name),
        standard: standard.device, path: \.device),
      MatrixAxis(
        key: "preset", what: "preset", names: Preset.allCases.map(\.rawValue) + names.presets.map(\.name),
        standard: standard.preset, path: \.preset),
    ]
  }

  /// Puts one value in place of all that the axis holds, so that cells still correspond one to one.
  func replace(with name: String, in matrix: inout RunPlan.Matrix) {
    let isLeftToDefault = standard != nil && matrix[keyPath: path].isEmpty
    matrix[keyPath: path] = isLeftToDefault ? [name] : matrix[keyPath: path].map { _ in name }
  }

  /// How many values the axis has for the cells of one workload.
  func count(in matrix: RunPlan.Matrix) -> Int {
    standard == nil ? matrix[keyPath: path].count : max(1, matrix[keyPath: path].count)
  }
}
