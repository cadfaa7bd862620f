import LabEmulation

/// What callers say in recorded exchanges: bursts of a buzz with a hiss, with silence around, which energy detectors
/// take for speech and whose words the emulators know.
enum FuzzSound {
  /// One second of silence, 1.5 s of speech, 1.5 s of silence, at 16 kHz.
  static let samples = samples(rate: 16_000)

  static func samples(rate: Int) -> [Int16] {
    var random = FuzzRandom(seed: 7)
    return (0..<rate * 4).map { index in
      let isSpeech = (rate..<rate * 5 / 2).contains(index)
      let hiss = random.below(isSpeech ? 2000 : 16) - (isSpeech ? 1000 : 8)
      let buzz = isSpeech ? (index % (rate / 120)) * 12_000 / (rate / 120) - 6000 : 0
      return Int16(clamping: buzz + hiss)
    }
  }

  /// Bytes of the 16 kHz recording, from a sample on; it begins anew behind its end.
  static func bytes(_ from: Int, _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in 0..<max(0, min(count, 48_000)) {
      let sample = samples[abs(from &+ index) % samples.count]
      bytes.append(UInt8(truncatingIfNeeded: sample))
      bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
    }
    return bytes
  }

  static let transcripts = TranscriptIndex(utterances: [
    KnownUtterance(
      id: "fuzz", samples: samples, sampleRate: 16_000, speech: 16_000..<40_000,
      transcript: "Tell me about the moons of Jupiter, please.")
  ])
}
