public import LabEmulation
import LabRecord
import LabVoiceActivity

/// What the names in a plan stand for; `nil` for a name that the plan does not know.
extension RunPlan {
  /// A network: one of the plan's, or one that is there for everybody.
  public func network(named name: String) -> NetworkProfile? {
    networks.first { $0.name == name } ?? NetworkProfile.named(name)
  }

  /// The networks that cells of either arm name, each once, in the order of the plan.
  public var networksInUse: [NetworkProfile] {
    var seen: Set<String> = []
    return (matrix.network + (baseline?.matrix.network ?? [])).filter { seen.insert($0).inserted }
      .compactMap { network(named: $0) }
  }

  /// A detector: one of ours, or a program of the plan. A service that hears by itself has none of its own,
  /// and its cells are heard by the standard one.
  func detector(named name: String) -> DetectorKind? {
    if name == Cell.ownDetector { return .standard }
    return detectors.first { $0.name == name }.map(DetectorKind.program) ?? DetectorKind(named: name)
  }

  /// A preset in a cell of an arm: one of the plan's own, or a shipped one.
  func preset(named name: String, arm: Cell.Arm) -> PlanPreset? {
    let other = arm == .baseline && baseline?.plan != nil ? baseline?.presets : nil
    return (other ?? presets).first { $0.name == name } ?? PlanPreset(shipped: name)
  }

  /// What the matrix can name.
  var names: MatrixNames {
    MatrixNames(
      catalogue: catalogue, detectors: detectors.map(\.name), devices: devices,
      presets: presets + (baseline?.presets ?? []), networks: networks)
  }
}
