import LabProviders
import LabTimeline

/// Characters and when they are said, in the two ways in which ElevenLabs writes them.
enum ElevenLabsAlignment {
  /// For a WebSocket: whole milliseconds from an instant of the audio.
  static func milliseconds(_ pieces: [SpokenTimes.Piece], from origin: Int, sampleRate: Int) -> String {
    func milliseconds(_ samples: Int) -> Int { samples * 1000 / sampleRate }
    let starts = pieces.map { String(milliseconds($0.samples.lowerBound - origin)) }
    let durations = pieces.map {
      String(milliseconds($0.samples.upperBound - origin) - milliseconds($0.samples.lowerBound - origin))
    }
    let texts = pieces.map { JSONText.quoted($0.text) }
    return "{\"charStartTimesMs\":[\(starts.joined(separator: ","))],"
      + "\"charDurationsMs\":[\(durations.joined(separator: ","))],\"chars\":[\(texts.joined(separator: ","))]}"
  }

  /// For HTTP: seconds from the first sample.
  static func seconds(_ pieces: [SpokenTimes.Piece], sampleRate: Int) -> String {
    func seconds(_ samples: Int) -> String { String(Double(samples) / Double(sampleRate)) }
    let texts = pieces.map { JSONText.quoted($0.text) }.joined(separator: ",")
    let starts = pieces.map { seconds($0.samples.lowerBound) }.joined(separator: ",")
    let ends = pieces.map { seconds($0.samples.upperBound) }.joined(separator: ",")
    return "{\"characters\":[\(texts)],\"character_start_times_seconds\":[\(starts)],"
      + "\"character_end_times_seconds\":[\(ends)]}"
  }
}
