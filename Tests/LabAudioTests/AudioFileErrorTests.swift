import Foundation
import TestSupport
import Testing

@testable import LabAudio

@Suite struct AudioFileErrorTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Expects reading to fail with a code, in one sentence that names the file, and with a hint.
  private func expect(
    _ code: AudioError.Code, _ words: String, reading path: String,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let error = try failure { try AudioFile.read(path, at: 16_000) }
    #expect(error.code == code, sourceLocation: location)
    #expect(error.message.contains(path) && error.message.contains(words), sourceLocation: location)
    #expect(error.message.hasSuffix("."), sourceLocation: location)
    #expect(!error.hint.isEmpty, sourceLocation: location)
  }

  @Test("refuses a file that is not there")
  func refusesAFileThatIsNotThere() throws {
    try expect(.fileMissing, "There is no file", reading: scratch.path + "/gone.wav")
  }

  @Test("refuses a folder")
  func refusesAFolder() throws {
    try expect(.fileMissing, "is a folder", reading: scratch.path)
  }

  @Test("refuses a file without bytes")
  func refusesAFileWithoutBytes() throws {
    try expect(.fileEmpty, "empty", reading: scratch.write([], to: "a.wav"))
  }

  @Test("refuses a WAV file whose header promises more than there is")
  func refusesAWAVFileWhoseHeaderPromisesMoreThanThereIs() throws {
    let wav = RawWAV(data: [UInt8](repeating: 1, count: 200), declaredBytes: 3_200)
    try expect(.fileTruncated, "promises 3200 bytes", reading: scratch.write(wav.bytes, to: "a.wav"))
  }

  @Test("refuses a WAV file cut off inside its header", arguments: [12, 13, 30, 40, 43])
  func refusesAWAVFileCutOffInsideItsHeader(length: Int) throws {
    let wav = RawWAV(data: [UInt8](repeating: 1, count: 200))
    try expect(.fileTruncated, "cut off", reading: scratch.write(wav.bytes.prefix(length), to: "a.wav"))
  }

  @Test("refuses a WAV file that a recorder streamed without a length")
  func refusesAWAVFileThatARecorderStreamedWithoutALength() throws {
    let wav = RawWAV(data: [UInt8](repeating: 1, count: 200), declaredBytes: 0xffff_ffff)
    try expect(.fileTruncated, "cut off", reading: scratch.write(wav.bytes, to: "a.wav"))
  }

  @Test("refuses a FLAC file that ends too early")
  func refusesAFLACFileThatEndsTooEarly() throws {
    let whole = scratch.path + "/whole.flac"
    try AudioFile.write(Noise.white(count: 64_000, at: 16_000, level: -20, seed: 1), to: whole)
    let bytes = try #require(FileManager.default.contents(atPath: whole))
    let cut = try scratch.write(bytes.prefix(bytes.count / 2), to: "cut.flac")
    try expect(.fileTruncated, "cut off", reading: cut)
  }

  @Test("refuses a sound without samples")
  func refusesASoundWithoutSamples() throws {
    try expect(.fileEmpty, "no samples", reading: scratch.write(RawWAV(data: []).bytes, to: "a.wav"))
  }

  @Test("refuses a microphone array and says how to mix it", arguments: [9, 64])
  func refusesAMicrophoneArrayAndSaysHowToMixIt(channels: UInt16) throws {
    let wav = RawWAV(channels: channels, data: [UInt8](repeating: 0, count: Int(channels) * 20))
    let path = try scratch.write(wav.bytes, to: "a.wav")
    try expect(.tooManyChannels, "\(channels) channels", reading: path)
    #expect(try failure { try AudioFile.header(ofFileAt: path) }.hint.contains("sox"))
  }

  @Test("refuses a file that is no sound")
  func refusesAFileThatIsNoSound() throws {
    try expect(.notAudio, "not a sound file", reading: scratch.write("hello, world".utf8, to: "a.wav"))
  }

  @Test("refuses floats that are no numbers and says where", arguments: [Float.nan, .infinity, -.infinity])
  func refusesFloatsThatAreNoNumbersAndSaysWhere(sample: Float) throws {
    let samples = [Float](repeating: 0, count: 1_600) + [sample]
    let wav = RawWAV(formatTag: 3, bits: 32, data: samples.flatMap { little($0.bitPattern) })
    try expect(.sampleNotFinite, "at sample 1600 (100 ms)", reading: scratch.write(wav.bytes, to: "a.wav"))
  }

  @Test("refuses floats that were written as sixteen-bit values")
  func refusesFloatsThatWereWrittenAsSixteenBitValues() throws {
    let wav = RawWAV(formatTag: 3, bits: 32, data: [12_000, -9_000].flatMap { little(Float($0).bitPattern) })
    try expect(.notNormalised, "full scale is 1", reading: scratch.write(wav.bytes, to: "a.wav"))
  }

  @Test("refuses a sample rate nobody records at", arguments: [100, 1_000_000])
  func refusesASampleRateNobodyRecordsAt(rate: UInt32) throws {
    let wav = RawWAV(rate: rate, data: [UInt8](repeating: 0, count: 64))
    try expect(.sampleRateOutOfRange, "\(rate) Hz", reading: scratch.write(wav.bytes, to: "a.wav"))
  }

  @Test("refuses to write an unknown format, no samples, or into a folder that is not there")
  func refusesToWriteAnUnknownFormatNoSamplesOrIntoAFolderThatIsNotThere() throws {
    let clip = sine(440, count: 10)
    #expect(try failure { try AudioFile.write(clip, to: scratch.path + "/a.mp3") }.code == .writeFailed)
    #expect(try failure { try AudioFile.write(clip, to: scratch.path + "/no/a.wav") }.code == .writeFailed)
    let empty = AudioClip.silence(count: 0, at: 16_000)
    #expect(try failure { try AudioFile.write(empty, to: scratch.path + "/a.wav") }.code == .writeFailed)
  }
}
