import Foundation
import LabAudio
import Testing

@testable import LabVoiceActivity

@Suite("Detector backends")
struct DetectorBackendTests {
  private func samples(_ rate: DetectorSampleRate) -> [Int16] {
    var signal = TestSignal(rate)
    signal.addNoise(dBFS: -60, seconds: 1)
    signal.addVoice(dBFS: -20, noiseDBFS: -60, seconds: 1)
    return signal.pcm
  }

  @Test("are named with their setting, and an unknown one is answered with those there are")
  func names() throws {
    #expect(try DetectorBackend(named: "energy") == .energy(thresholdDBFS: -35))
    #expect(try DetectorBackend(named: "webrtc:1") == .webRTC(mode: 1))
    for name in ["webrtc:4", "energy:loud", "silero", ""] {
      let error = #expect(throws: VoiceActivityError.self) { try DetectorBackend(named: name) }
      #expect(error?.hint.contains("spectral") == true)
    }
  }

  @Test(
    "WebRTC's finds a voice, and a copy of it goes on by itself",
    .enabled(if: WebRTCDetector.isAvailable, "libwebrtc-audio-processing1 is not installed"),
    arguments: DetectorSampleRate.allCases)
  func webRTC(rate: DetectorSampleRate) throws {
    var detector = try WebRTCDetector(sampleRate: rate)
    let samples = samples(rate)
    let fresh = detector
    let frames = detector.frames(of: samples)
    #expect(frames.count == 200)
    #expect(frames.between(0.5, 1, rate).speechShare == 0)
    #expect(frames.between(1.2, 2, rate).speechShare > 0.8)
    var copy = fresh
    #expect(copy.frames(of: samples) == frames)
    detector.reset()
    #expect(detector.frames(of: samples) == frames)
  }

  @Test("a command's lines are probabilities per block, with remarks that tell the block")
  func commandOutput() throws {
    let command = try DetectorCommand("mine=program --flag")
    let track = try command.track(from: "# block 512\n0.25\n1\n# processor_s 0.5\n", samples: 1_100)
    #expect(track == DetectorTrack(probabilities: [0.25, 1], blockSize: 512, processorSeconds: 0.5))
  }

  @Test(
    "a command that writes something else is reported with its name", arguments: ["0.5\n", "loud\n", "1.5\n"])
  func badOutput(text: String) throws {
    let command = try DetectorCommand("mine=program")
    let error = #expect(throws: VoiceActivityError.self) { try command.track(from: text, samples: 480) }
    #expect(error?.description.contains("mine (program)") == true)
  }

  @Test("a command hears all samples and is run to its end; a failure tells what it said")
  func command() throws {
    let clip = AudioClip(samples: samples(.hz16000), sampleRate: .wideband)
    // Counts the bytes that it gets: 320 per block of ten milliseconds.
    let script = FileManager.default.temporaryDirectory.appending(path: "turnlab-\(UUID().uuidString).sh")
    try Data("n=$(($(wc -c)/320)); i=0; while [ $i -lt $n ]; do echo 0.5; i=$((i+1)); done".utf8).write(
      to: script)
    defer { unlink(script.path) }
    let track = try DetectorCommand("half=sh \(script.path)").track(of: clip)
    #expect(track.probabilities == Array(repeating: 0.5, count: 200))
    let error = #expect(throws: VoiceActivityError.self) {
      try DetectorCommand("bad=cat /nowhere/at/all").track(of: clip)
    }
    #expect(error?.description.contains("/nowhere/at/all") == true)
  }
}
