import Testing

@testable import LabAudio

@Suite struct MixingTests {
  let rate: SampleRate = 16_000

  @Test("makes noise of the level asked for", arguments: [-20.0, -40, -65])
  func makesNoiseOfTheLevelAskedFor(level: Double) {
    for noise in [
      Noise.white(count: 16_000, at: rate, level: Decibels(level), seed: 1),
      Noise.pink(count: 16_000, at: rate, level: Decibels(level), seed: 1),
      Noise.babble(of: [sine(300, count: 900)], count: 16_000, level: Decibels(level), seed: 1),
    ] {
      #expect(abs(noise.level.value - level) < 0.1)
    }
  }

  @Test("makes the same noise for the same seed only")
  func makesTheSameNoiseForTheSameSeedOnly() {
    func noise(_ seed: UInt64) -> AudioClip { Noise.pink(count: 500, at: rate, level: -20, seed: seed) }
    #expect(noise(1) == noise(1))
    #expect(noise(1) != noise(2))
  }

  /// The power of pink noise falls by 3 dB per octave, that of white noise does not.
  @Test("makes pink noise darker than white noise")
  func makesPinkNoiseDarkerThanWhiteNoise() {
    func tilt(_ noise: AudioClip) -> Double {
      func power(_ from: Int) -> Double {
        stride(from: from, to: from * 2, by: from / 40).reduce(0) { sum, hertz in
          let a = amplitude(of: Double(hertz), in: noise)
          return sum + a * a
        }
      }
      return (Decibels(amplitude: power(200).squareRoot()) - Decibels(amplitude: power(1_600).squareRoot()))
        .value
    }
    let pink = Noise.pink(count: 16_000, at: rate, level: -20, seed: 9)
    let white = Noise.white(count: 16_000, at: rate, level: -20, seed: 9)
    #expect(abs(tilt(pink) - 9) < 3)
    #expect(abs(tilt(white)) < 3)
  }

  @Test("sets the noise so far below the speech, silence not counted", arguments: [20.0, 5, -5])
  func setsTheNoiseSoFarBelowTheSpeechSilenceNotCounted(
    ratio: Double
  ) {
    var speech = AudioClip.silence(count: 16_000, at: rate)
    speech.append(sine(500, amplitude: 0.1, count: 16_000))
    let noise = Noise.white(count: 16_000, at: rate, level: -10, seed: 2)
    let mixed = speech.mixed(with: noise, atSNR: Decibels(ratio))
    let background = mixed[0..<16_000].level
    #expect(abs((speech.activeSpeechLevel - background).value - ratio) < 0.2)
  }

  @Test("makes the whole softer rather than cut its peaks")
  func makesTheWholeSofterRatherThanCutItsPeaks() {
    let speech = sine(500, amplitude: 0.99, count: 16_000)
    let mixed = speech.mixed(with: Noise.white(count: 16_000, at: rate, level: -10, seed: 2), atSNR: 0)
    #expect(mixed.peak <= 0)
    #expect(mixed.samples.count { $0 == .max || $0 == .min } <= 1)
  }

  @Test("leaves a clip without speech as it is")
  func leavesAClipWithoutSpeechAsItIs() {
    let silence = AudioClip.silence(count: 100, at: rate)
    #expect(silence.mixed(with: Noise.white(count: 50, at: rate, level: -20, seed: 1), atSNR: 10) == silence)
  }

  @Test("lets the agent's voice come back late and soft")
  func letsTheAgentsVoiceComeBackLateAndSoft() {
    let voice = sine(900, amplitude: 0.9, count: 4_000)
    let mixed = AudioClip.silence(count: 16_000, at: rate).mixed(withEchoOf: voice, delayedBy: 1_600, at: -40)
    #expect(mixed[0..<1_600].level == .silence)
    #expect(abs(mixed[1_600..<5_600].level.value - -40) < 0.1)
    #expect(mixed[5_600..<16_000].level == .silence)
  }

  @Test("puts a decaying tail behind a sound and leaves the sound in place")
  func putsADecayingTailBehindASoundAndLeavesTheSoundInPlace() {
    var click = AudioClip.silence(count: 16_000, at: rate)
    click.samples[100] = 20_000
    let room = Reverberation(decayMilliseconds: 400, directToReverberant: 6, seed: 5)
    let wet = room.applied(to: click)
    #expect(wet[0..<100].level == .silence)
    #expect(wet.samples[100] == 20_000)
    let (early, late) = (wet[116..<1_716].level, wet[3_316..<4_916].level)
    // Between the middles of the two windows lie 200 ms: half of the decay time, so 30 dB.
    #expect(abs((early - late).value - 30) < 2)
    #expect(room.applied(to: click) == wet)
  }

  @Test("gives the tail the energy asked for")
  func givesTheTailTheEnergyAskedFor() {
    let room = Reverberation(decayMilliseconds: 700, directToReverberant: 3, seed: 5)
    let energy = room.echoes(at: rate).reduce(0) { $0 + $1.gain * $1.gain }
    #expect(abs(Decibels(amplitude: energy.squareRoot()).value - -3) < 0.001)
  }

  @Test(
    "makes sounds of people and rooms, louder at the start than at the end",
    arguments: [NonSpeechSound.cough, .knock])
  func makesSoundsOfPeopleAndRoomsLouderAtTheStartThanAtTheEnd(kind: NonSpeechSound) {
    let clip = kind.clip(milliseconds: 400, at: rate, level: -26, seed: 1)
    #expect(clip.samples.count == 6_400)
    #expect(abs(clip.level.value - -26) < 0.2)
    #expect(clip[0..<640].level > clip[5_760..<6_400].level + 6)
    #expect(clip == kind.clip(milliseconds: 400, at: rate, level: -26, seed: 1))
  }
}
