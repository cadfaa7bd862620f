import Foundation
import LabAudio
import TestSupport
import Testing

@testable import LabVoiceActivity

@Suite("Scoring of detectors")
struct ScoringTests {
  /// A second of noise, a second of a voice, a second of noise.
  private func recording(_ name: String = "one", seed: UInt64 = 3) -> LabelledRecording {
    var signal = TestSignal(.hz16000, seed: seed)
    signal.addNoise(dBFS: -60, seconds: 1)
    signal.addVoice(dBFS: -25, noiseDBFS: -60, seconds: 1)
    signal.addNoise(dBFS: -60, seconds: 1)
    return LabelledRecording(
      name: name, clip: AudioClip(samples: signal.pcm, sampleRate: .wideband),
      labels: [
        SpeechLabel(start: 0, end: 1, isSpeech: false), SpeechLabel(start: 1, end: 2, isSpeech: true),
        SpeechLabel(start: 2, end: 3, isSpeech: false),
      ])
  }

  @Test("counts frames, stretches and shares as they are")
  func counts() {
    // 100 frames of speech: 80 found; of the 200 others 10 called speech by themselves and 10 right behind.
    let probabilities = (0..<300).map { frame -> Float in
      (20..<30).contains(frame) || (120..<210).contains(frame) ? 1 : 0
    }
    let track = DetectorTrack(probabilities: probabilities, blockSize: 160, processorSeconds: 0.003)
    let score = DetectionScore([(recording(), track)], threshold: 0.5)
    #expect(
      (score.frames, score.speechFrames, score.hits, score.misses, score.falseAlarms) == (
        300, 100, 80, 20, 20
      ))
    #expect(score.precision == 0.8)
    #expect(score.recall == 0.8)
    #expect(abs((score.f1 ?? 0) - 0.8) < 1e-12)
    #expect(score.falseAlarmsPerMinute == 20)
    #expect(score.missesPerMinute == 0)
    #expect(abs((score.microsecondsPerFrame ?? 0) - 10) < 1e-9)
  }

  @Test("gives each frame the probability of the block that holds its centre")
  func blocks() {
    let track = DetectorTrack(probabilities: [0.1, 0.9], blockSize: 512, processorSeconds: nil)
    #expect(track.perFrame(count: 5) == [0.1, 0.1, 0.1, 0.9, 0.9])
  }

  @Test("mixes a sound at the ratio asked for to the labelled speech", arguments: [10, -5])
  func ratio(decibels: Int) throws {
    let clean = recording()
    let mixed = try #require(
      NoiseMixer(recordings: [clean], seed: 1).recording(at: 0, under: .noise(.white, ratio: decibels)))
    let speech = clean.clip[16_000..<32_000].level.value
    let noise = mixed.clip[0..<16_000].level.value
    #expect(abs(speech - noise - Double(decibels)) < 0.7)
  }

  @Test("needs other talkers for babble and echo, and says so with nothing")
  func talkers() {
    let alone = NoiseMixer(recordings: [recording()], seed: 1)
    #expect(alone.recording(at: 0, under: .noise(.babble, ratio: 5)) == nil)
    let two = NoiseMixer(recordings: [recording(), recording("two", seed: 4)], seed: 1)
    for sound in [ScoringCondition.Sound.babble, .echo, .clicks, .tones] {
      #expect(two.recording(at: 0, under: .noise(sound, ratio: 5))?.clip.samples.count == 48_000, "\(sound)")
    }
  }

  @Test("reads conditions by name and names the sounds when there is no such")
  func conditions() throws {
    for condition in ScoringCondition.standard {
      #expect(try ScoringCondition(named: "\(condition)") == condition)
    }
    #expect(ScoringCondition.standard.count == 26)
    let error = #expect(throws: VoiceActivityError.self) { try ScoringCondition(named: "thunder10") }
    #expect(error?.description.contains("thunder10") == true && error?.description.contains("babble") == true)
  }

  @Test("puts detectors side by side in text, JSON, CSV and a drawing")
  func report() throws {
    let report = try ScoreReport(
      corpus: "here", recordings: [recording(), recording("two", seed: 5)],
      backends: [.spectral, .energy(thresholdDBFS: -35)], conditions: [.clean, .noise(.pink, ratio: 20)],
      threshold: 0.5, seed: 1, quietSeconds: 1)
    let spectral = try #require(report.entries.first)
    #expect((spectral.clean.f1 ?? 0) > 0.9)
    #expect((spectral.clean.curve.areaUnderROC ?? 0) > 0.95)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(report.json().utf8)) as? [String: Any])
    let detectors = try #require(object["detectors"] as? [[String: Any]])
    #expect(detectors.map { $0["detector"] as? String } == ["spectral", "energy:-35"])
    #expect(detectors.allSatisfy { ($0["files"] as? [[String: Any]])?.count == 2 })
    #expect(detectors.allSatisfy { $0["f1"] is Double && $0["roc_auc"] is Double && $0["pr_auc"] is Double })
    #expect(report.csv.split(separator: "\r\n").count == 1 + 2 * 4)
    #expect(report.svg.contains("<polyline") && report.svg.hasSuffix("</svg>\n"))
    #expect(report.text.contains("pink20"))
  }

  @Test("reads a folder of sounds and label files, and names the file at fault")
  func folder() throws {
    let scratch = try ScratchFolder()
    #expect(throws: VoiceActivityError.self) { try LabelledRecording.all(inFolder: scratch.file("")) }
    try AudioFile.write(recording().clip, to: scratch.file("a.wav"))
    try scratch.write(Array("a,0.0,1.0,0,1.0,2.0,1,2.0,2.5,1\n".utf8), to: "a.scv")
    let read = try LabelledRecording.all(inFolder: scratch.file(""))
    #expect(read.map(\.labels.count) == [2])
    #expect(read.first?.labels.last == SpeechLabel(start: 1, end: 2.5, isSpeech: true))
    try scratch.write(Array("a,0.0,1.0,7\n".utf8), to: "a.scv")
    let error = #expect(throws: VoiceActivityError.self) {
      try LabelledRecording.all(inFolder: scratch.file(""))
    }
    #expect(error?.description.contains("a.scv") == true)
  }
}
