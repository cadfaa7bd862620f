import LabConversation
import LabRecord
import LabTimeline
import Testing

@testable import LabPipeline

@Suite("Adaptive quality")
struct AdaptiveQualityTests {
  private func quality(
    _ state: ThermalState, sampleRate: Int = 48_000, threshold: ThermalPressure = .serious,
    isEnabled: Bool = true
  ) -> AdaptiveQuality {
    var settings = SessionSettings()
    settings.sampleRate = sampleRate
    settings.bufferSize = 1024
    settings.thermalThrottleThreshold = threshold
    settings.enableAdaptiveQuality = isEnabled
    return AdaptiveQuality(settings, state: state)
  }

  @Test(
    "goes down with heat as in the tutoring application",
    arguments: [
      (ThermalState.nominal, 48_000, 1024), (.fair, 48_000, 1024), (.serious, 24_000, 2048),
      (.critical, 16_000, 4096),
    ])
  func steps(state: ThermalState, sampleRate: Int, bufferSize: Int) {
    #expect(quality(state).sampleRate == sampleRate)
    #expect(quality(state).bufferSize == bufferSize)
  }

  @Test("begins at the threshold, never raises the rate, and can be switched off")
  func settings() {
    #expect(quality(.fair, threshold: .fair).bufferSize == 2048)
    #expect(quality(.serious, threshold: .critical).bufferSize == 1024)
    #expect(quality(.serious, sampleRate: 16_000).sampleRate == 16_000)
    #expect(quality(.critical, isEnabled: false).bufferSize == 1024)
  }

  @Test("keeps the session's rate: a longer buffer holds more of its samples")
  func samples() {
    var settings = SessionSettings()
    settings.sampleRate = 48_000
    // 2048 frames at 24 kHz last as long as 4096 at 48 kHz.
    #expect(AdaptiveQuality(settings, state: .serious).samples(ofSession: settings) == 4096)
    #expect(AdaptiveQuality(settings, state: .critical).samples(ofSession: settings) == 12_288)
  }
}
