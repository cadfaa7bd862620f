import LabEmulation
import LabTimeline

/// A service that never answers; enough to see whether sockets can be opened.
struct SilentExchange: EmulatedExchange {
  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {}
}
