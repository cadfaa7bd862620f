import LabEmulation
import LabPipeline
import LabPlan
import LabProviders
import LabRecord
import LabTimeline

extension PipelineFactory {
  /// The caller's device in a cell; nil when it takes no time and never gets warm.
  func device(of cell: ResolvedCell) -> DeviceSetup? {
    cell.device.map { profile in
      DeviceSetup(
        profile: profile, radio: profile.power.watts(of: cell.network.radio),
        engines: Set(cell.services.all.filter { $0.value.entry.engine != nil }.keys))
    }
  }
}
