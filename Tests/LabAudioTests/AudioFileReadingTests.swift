import Foundation
import TestSupport
import Testing

@testable import LabAudio

@Suite struct AudioFileReadingTests {
  let scratch: ScratchFolder
  /// Values that every sample format holds, in parts of full scale.
  let values: [Double] = [0, 0.5, -0.5, 0.25, -1]
  let samples: [Int16] = [0, 16_384, -16_384, 8_192, -32_768]

  init() throws { scratch = try ScratchFolder() }

  private func read(_ wav: RawWAV, at rate: SampleRate? = nil) throws -> AudioClip {
    try AudioFile.read(scratch.write(wav.bytes, to: "a.wav"), at: rate)
  }

  @Test("reads sixteen bits unchanged")
  func readsSixteenBitsUnchanged() throws {
    let clip = try read(RawWAV(data: [-32_768, -1, 0, 1, 32_767].flatMap { little(Int16($0)) }))
    #expect(clip == AudioClip(samples: [-32_768, -1, 0, 1, 32_767], sampleRate: 16_000))
  }

  @Test("reads eight bits, which WAV stores without a sign")
  func readsEightBitsWhichWAVStoresWithoutASign() throws {
    let bytes = values.map { UInt8(128 + $0 * 128) }
    #expect(try read(RawWAV(bits: 8, data: bytes)).samples == samples)
  }

  @Test("reads twenty-four bits")
  func readsTwentyFourBits() throws {
    let bytes = values.flatMap { Array(little(Int32($0 * 8_388_608)).prefix(3)) }
    #expect(try read(RawWAV(bits: 24, data: bytes)).samples == samples)
  }

  @Test("reads thirty-two bits")
  func readsThirtyTwoBits() throws {
    let bytes = values.flatMap { little(Int32($0 * 2_147_483_648)) }
    #expect(try read(RawWAV(bits: 32, data: bytes)).samples == samples)
  }

  @Test("reads floats and doubles")
  func readsFloatsAndDoubles() throws {
    let floats = values.flatMap { little(Float($0).bitPattern) }
    #expect(try read(RawWAV(formatTag: 3, bits: 32, data: floats)).samples == samples)
    let doubles = values.flatMap { little($0.bitPattern) }
    #expect(try read(RawWAV(formatTag: 3, bits: 64, data: doubles)).samples == samples)
  }

  @Test("limits floats a little beyond full scale to it")
  func limitsFloatsALittleBeyondFullScaleToIt() throws {
    let bytes = [1.5, -1.5].flatMap { little(Float($0).bitPattern) }
    #expect(try read(RawWAV(formatTag: 3, bits: 32, data: bytes)).samples == [32_767, -32_768])
  }

  @Test("averages the channels")
  func averagesTheChannels() throws {
    let stereo = RawWAV(channels: 2, data: [1_000, 3_000, -500, 500].flatMap { little(Int16($0)) })
    #expect(try read(stereo).samples == [2_000, 0])
    let eight = RawWAV(channels: 8, data: (1...8).flatMap { little(Int16($0 * 100)) })
    #expect(try read(eight).samples == [450])
  }

  @Test("brings stereo at 48 kHz to mono at 16 kHz with a third of the samples")
  func bringsStereoAt48KHzToMonoAt16KHzWithAThirdOfTheSamples() throws {
    let source = sine(440, count: 48_000, at: 48_000)
    let wav = RawWAV(channels: 2, rate: 48_000, data: source.samples.flatMap { little($0) + little($0) })
    let clip = try read(wav, at: 16_000)
    #expect(clip.sampleRate == 16_000)
    #expect(clip.samples.count == 16_000)
    #expect(abs(amplitude(of: 440, in: clip) - 0.5) < 0.002)
  }

  @Test("reads a header without the samples")
  func readsAHeaderWithoutTheSamples() throws {
    let wav = RawWAV(channels: 2, rate: 44_100, data: [UInt8](repeating: 0, count: 400))
    let header = try AudioFile.header(ofFileAt: scratch.write(wav.bytes, to: "a.wav"))
    #expect(header == .init(frames: 100, sampleRate: 44_100, channels: 2))
  }

  @Test(
    "writes a clip that reads back bit for bit, in the same bytes each time",
    arguments: AudioFile.Format.allCases)
  func writesAClipThatReadsBackBitForBitInTheSameBytesEachTime(
    format: AudioFile.Format
  ) throws {
    var clip = sine(700, count: 20_000, at: 22_050)
    clip.append(Noise.white(count: 9_000, at: 22_050, level: -20, seed: 4))
    let paths = (0..<3).map { "\(scratch.path)/\($0).\(format.rawValue)" }
    for path in paths { try AudioFile.write(clip, to: path) }
    #expect(try AudioFile.read(paths[0]) == clip)
    let bytes = paths.map { FileManager.default.contents(atPath: $0) }
    #expect(bytes[0] == bytes[1] && bytes[1] == bytes[2])
  }
}
