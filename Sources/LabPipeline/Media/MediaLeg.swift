package import LabEmulation
package import LabStatistics

/// The way between the caller and a pipeline that runs elsewhere, in both directions.
package struct MediaLeg: Sendable {
  var uplink: MediaUplink
  var downlink: MediaDownlink

  /// - Throws: an `AudioError` when Opus does not know one of the rates.
  package init(_ leg: LegProfile, generator: SeededGenerator, microphoneRate: Int, speechRate: Int) throws {
    uplink = try MediaUplink(leg, sampleRate: microphoneRate, generator: generator)
    downlink = try MediaDownlink(leg, sampleRate: speechRate, generator: generator)
  }
}
