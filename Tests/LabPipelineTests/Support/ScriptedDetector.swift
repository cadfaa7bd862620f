import LabVoiceActivity

/// A detector that says what it is told to, one frame for every 160 samples.
struct ScriptedDetector: VoiceActivityDetector {
  var probabilities: [Float]
  var failure: VoiceActivityError?
  private var frame = 0

  init(_ probabilities: [Float], failure: VoiceActivityError? = nil) {
    self.probabilities = probabilities
    self.failure = failure
  }

  var sampleRate: DetectorSampleRate { .hz16000 }

  mutating func process(_ samples: Span<Int16>, emit: (VoiceFrame) -> Void) {
    for _ in 0..<samples.count / 160 {
      let probability = frame < probabilities.count ? probabilities[frame] : 0
      frame += 1
      emit(VoiceFrame(endSample: Int64(frame * 160), probability: probability, levelDBFS: -20))
    }
  }

  mutating func reset() { frame = 0 }

  /// A failure like any other.
  static var anyFailure: VoiceActivityError? {
    do {
      _ = try SegmenterSettings(threshold: 2)
      return nil
    } catch {
      return error
    }
  }
}
