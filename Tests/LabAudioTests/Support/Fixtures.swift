import Foundation
import Testing

@testable import LabAudio

/// The bytes of a WAV file, made by hand so that tests do not lean on the writer they test.
struct RawWAV {
  var formatTag: UInt16 = 1
  var channels: UInt16 = 1
  var rate: UInt32 = 16_000
  var bits: UInt16 = 16
  var data: [UInt8]
  /// What the header says of the length of `data`.
  var declaredBytes: UInt32?

  var bytes: [UInt8] {
    let frame = channels * (bits / 8)
    let header =
      Array("WAVEfmt ".utf8) + little(UInt32(16)) + little(formatTag) + little(channels) + little(rate)
      + little(rate * UInt32(frame)) + little(frame) + little(bits) + Array("data".utf8)
      + little(declaredBytes ?? UInt32(data.count))
    return Array("RIFF".utf8) + little(UInt32(header.count + data.count)) + header + data
  }
}

func little(_ value: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: value.littleEndian) { Array($0) }
}

/// A sine of an amplitude, where 1 is full scale.
func sine(_ hertz: Double, amplitude: Double = 0.5, count: Int, at rate: SampleRate = 16_000) -> AudioClip {
  AudioClip(
    samples: (0..<count).map {
      Int16((32_767 * amplitude * sin(2 * .pi * hertz * Double($0) / Double(rate.hertz))).rounded())
    }, sampleRate: rate)
}

/// The amplitude of one frequency in a clip, where 1 is full scale.
func amplitude(of hertz: Double, in clip: AudioClip) -> Double {
  var (real, imaginary) = (0.0, 0.0)
  for (index, sample) in clip.samples.enumerated() {
    let angle = 2 * .pi * hertz * Double(index) / Double(clip.sampleRate.hertz)
    real += Double(sample) * cos(angle)
    imaginary += Double(sample) * sin(angle)
  }
  return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(clip.samples.count) / 32_768
}

/// Runs something that must fail with an ``AudioError`` and returns that.
func failure(_ body: () throws -> some Any) throws -> AudioError {
  try #require(throws: AudioError.self) { _ = try body() }
}

extension Tag {
  /// Needs flite and espeak-ng on the machine; does nothing where they are not.
  @Tag static var synthesis: Self
}
