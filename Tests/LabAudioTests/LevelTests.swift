import Foundation
import Testing

@testable import LabAudio

@Suite struct LevelTests {
  @Test("gives a sine at full scale three decibels less than its peak")
  func givesASineAtFullScaleThreeDecibelsLessThanItsPeak() {
    let clip = sine(1_000, amplitude: 1, count: 16_000)
    #expect(abs(clip.level.value - -3.01) < 0.01)
    #expect(abs(clip.peak.value) < 0.001)
  }

  @Test("gives a square wave at full scale nought decibels")
  func givesASquareWaveAtFullScaleNoughtDecibels() {
    let clip = AudioClip(samples: (0..<100).map { $0 % 2 == 0 ? -32_768 : 32_767 }, sampleRate: 16_000)
    #expect(abs(clip.level.value) < 0.001)
    #expect(clip.peak == 0)
  }

  @Test("calls zeros and nothing silence", arguments: [0, 1, 400])
  func callsZerosAndNothingSilence(count: Int) {
    let clip = AudioClip.silence(count: count, at: 16_000)
    #expect(clip.level == .silence && clip.peak == .silence && clip.activeSpeechLevel == .silence)
  }

  @Test("measures the level of speech without the silence around it")
  func measuresTheLevelOfSpeechWithoutTheSilenceAroundIt() {
    var clip = AudioClip.silence(count: 16_000, at: 16_000)
    let speech = sine(300, amplitude: 0.1, count: 16_000)
    clip.append(speech)
    clip.appendSilence(count: 16_000)
    #expect(abs((clip.activeSpeechLevel - speech.level).value) < 0.01)
    #expect(clip.level.value < speech.level.value - 4.7)
  }

  @Test("amplifies by decibels and limits what goes beyond full scale")
  func amplifiesByDecibelsAndLimitsWhatGoesBeyondFullScale() {
    let clip = AudioClip(samples: [1_000, -20_000], sampleRate: 16_000)
    #expect(clip.amplified(by: Decibels(20 * log10(2))).samples == [2_000, -32_768])
  }

  @Test("writes silence to JSON as null")
  func writesSilenceToJSONAsNull() throws {
    let json = try JSONEncoder().encode([Decibels(-26), .silence])
    #expect(String(decoding: json, as: UTF8.self) == "[-26,null]")
    #expect(try JSONDecoder().decode([Decibels].self, from: json) == [-26, .silence])
  }
}
