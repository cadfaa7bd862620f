import LabConversation
import LabVoiceActivity
import Testing

@testable import LabPlan

@Suite("A detector that a plan names")
struct DetectorKindTests {
  @Test("takes its threshold and windows from the settings")
  func settings() throws {
    var settings = SessionSettings()
    settings.vadEnergyThresholdDBFS = -52
    settings.vadThreshold = 0.25
    settings.vadContextWindow = 7
    settings.vadSmoothingWindow = 23
    let (detector, segmenter) = try DetectorKind.energy.make(settings: settings)
    #expect((detector as? EnergyDetector)?.thresholdDBFS == -52)
    #expect(segmenter.settings.threshold == 0.25)
    #expect(segmenter.settings.contextWindow == 7)
    #expect(segmenter.settings.smoothingWindow == 23)
  }

  @Test("works at the rate of the microphone", arguments: DetectorKind.builtIn)
  func rate(kind: DetectorKind) throws {
    if case .webRTC = kind, !WebRTCDetector.isAvailable { return }
    var settings = SessionSettings()
    settings.sampleRate = 48_000
    #expect(try kind.make(settings: settings).0.sampleRate == .hz48000)
  }

  @Test("is known by its name, WebRTC's with its aggressiveness", arguments: DetectorKind.names)
  func names(name: String) {
    #expect(DetectorKind(named: name) != nil)
    #expect(DetectorKind(named: "webrtc") == .webRTC(mode: 3))
    #expect(DetectorKind(named: "webrtc:4") == nil)
  }

  @Test("is refused at a rate that it does not know")
  func unknownRate() {
    var settings = SessionSettings()
    settings.sampleRate = 11_025
    #expect(throws: VoiceActivityError.self) { try DetectorKind.spectral.make(settings: settings) }
  }
}
