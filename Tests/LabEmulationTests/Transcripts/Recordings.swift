import LabEmulation
import LabStatistics
import LabTimeline

/// Recordings made of noise under a slow envelope, each different, with quiet noise around the speech.
enum Recordings {
  static func utterance(
    _ id: String, sampleRate: Int = 16_000, lead: Int = 1_600, spoken: Int = 12_000, noise: Double = 20
  ) -> KnownUtterance {
    var generator = SeededGenerator(seed: 11, stream: id)
    let samples = (0..<lead + spoken + 800).map { index -> Int16 in
      let inside = index >= lead && index < lead + spoken
      return Int16(generator.normal(standardDeviation: inside ? 2_500 : noise).rounded())
    }
    return KnownUtterance(
      id: id, samples: samples, sampleRate: sampleRate, speech: lead..<lead + spoken,
      transcript: "this is \(id)")
  }

  /// Three words of 250 ms after 100 ms of noise, with 500 ms of silence between the second and the third.
  static func paused(_ id: String, transcript: String) -> KnownUtterance {
    var recording = utterance(id, spoken: 20_000)
    for index in 9_600..<17_600 { recording.samples[index] = 0 }
    recording.transcript = transcript
    recording.words = zip(
      transcript.split(separator: " "), [1_600..<5_600, 5_600..<9_600, 17_600..<21_600]
    ).map { SpokenWord(text: String($0), samples: $1) }
    return recording
  }

  static func bytes(_ samples: [Int16]) -> [UInt8] {
    samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }
}
