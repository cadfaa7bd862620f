import LabPipeline
import LabTimeline
import LabTransport

/// A conversation under way, with the moment that its clock calls zero.
///
/// An object, so that a timer or an arrival touches it where it is: as a value in a dictionary it was copied,
/// with everything that it holds, each time the driver looked at it.
final class LiveConversation {
  let position: Int
  /// Since when it could have begun: it was due, and a line was free.
  let ready: MonotonicInstant
  let origin: MonotonicInstant
  var pipeline: ConversationPipeline
  /// What emulated services have to know beside the wire.
  var observer: EmulationObserver
  var timers = TimerTable<PipelineTimer>()
  var connections: [ConnectionAddress: TransportID] = [:]
  /// Its record is complete; nothing that still arrives is of interest.
  var hasEnded = false
  /// Whether its buffers can be heard step by step beside those of others.
  let hearsInSteps: Bool
  /// A buffer was taken and not acted on yet.
  var isHearing = false

  init(
    position: Int, ready: MonotonicInstant, origin: MonotonicInstant, pipeline: ConversationPipeline,
    observer: EmulationObserver
  ) {
    self.position = position
    self.ready = ready
    self.origin = origin
    self.pipeline = pipeline
    self.observer = observer
    hearsInSteps = pipeline.hearsInSteps
  }

  func instant(_ moment: MonotonicInstant) -> LabInstant {
    LabInstant(nanoseconds: moment.nanoseconds - origin.nanoseconds)
  }

  func moment(_ instant: LabInstant) -> LabInstant {
    LabInstant(nanoseconds: instant.nanoseconds + origin.nanoseconds)
  }
}
