import LabAudio
import TestSupport

/// Readers of sound files and of WebSockets.
extension FuzzTarget {
  static let media = [
    FuzzTarget("sound-file", grammar: .fields) {
      try SoundFiles.seeds().map { FuzzTalk(PlainSubject(parse: SoundFiles.read), [.bytes($0)]) }
    },
    FuzzTarget("websocket/client", grammar: .fields) {
      [FuzzTalk(WebSocketSubject(isServer: false), WebSocketBytes.exchange(isMasked: false))]
    },
    FuzzTarget("websocket/server", grammar: .fields) {
      [FuzzTalk(WebSocketSubject(isServer: true), WebSocketBytes.exchange(isMasked: true))]
    },
  ]
}

/// Sound files of every kind that people bring: what is ours are the checks of the header, the average of the
/// channels and the other rate; libsndfile decodes.
private enum SoundFiles {
  /// Short files with a bit of every format.
  static func seeds() throws -> [[UInt8]] {
    let clip = AudioClip(samples: Array(FuzzSound.samples[20_000..<20_200]), sampleRate: 16_000)
    let folder = try ScratchFolder()
    var seeds: [[UInt8]] = []
    for name in ["clip.wav", "clip.flac"] {
      try AudioFile.write(clip, to: folder.file(name))
      seeds.append(try folder.bytes(of: name))
    }
    let samples = Array(clip.samples.prefix(60))
    let shorts = samples.flatMap { bytes(UInt64(UInt16(bitPattern: $0)), 2) }
    let floats = samples.flatMap { bytes(UInt64((Float($0) / 32768).bitPattern), 4) }
    return seeds + [
      wave(format: 1, channels: 2, rate: 44_100, bits: 16, shorts),
      wave(format: 3, channels: 1, rate: 48_000, bits: 32, floats),
      // μ-law, with a note in front of the sound.
      wave(format: 7, channels: 1, rate: 8000, bits: 8, Array(shorts.prefix(80)), note: "INAMFuzz"),
      wave(format: 1, channels: 1, rate: 22_050, bits: 24, Array(floats.prefix(90))),
    ]
  }

  /// Reads the bytes as a file, at a wanted rate.
  static func read(_ bytes: [UInt8], _ outcome: inout FuzzOutcome) {
    do {
      let folder = try ScratchFolder()
      let path = try folder.write(bytes, to: "sound.wav")
      let clip = try AudioFile.read(path, at: bytes.count % 2 == 0 ? nil : 16_000)
      outcome.note("clip", clip.samples.count > 100 ? "long" : "short")
      outcome.volume += clip.samples.count * 2
      let header = try AudioFile.header(ofFileAt: path)
      outcome.note("header", header.sampleRate == clip.sampleRate ? "as it is" : "brought to another rate")
      let expected = header.sampleRate.position(of: header.frames, at: clip.sampleRate)
      if clip.samples.count != expected {
        outcome.violation = "\(clip.samples.count) samples of \(expected)."
      }
    } catch let error as AudioError {
      outcome.note("refused", error.code.rawValue)
      if !error.message.contains("sound.wav") { outcome.violation = "The error names no file: \(error)" }
    } catch {
      outcome.violation = "The error is of another kind: \(error)"
    }
  }

  /// A RIFF WAVE file.
  private static func wave(
    format: UInt64, channels: UInt64, rate: UInt64, bits: UInt64, _ sound: [UInt8], note: String = ""
  ) -> [UInt8] {
    let frame = channels * bits / 8
    let header =
      bytes(format, 2) + bytes(channels, 2) + bytes(rate, 4) + bytes(rate * frame, 4) + bytes(frame, 2)
      + bytes(bits, 2)
    let chunks =
      chunk("fmt ", header) + (note.isEmpty ? [] : chunk("LIST", Array(note.utf8))) + chunk("data", sound)
    return chunk("RIFF", Array("WAVE".utf8) + chunks)
  }

  private static func chunk(_ name: String, _ contents: [UInt8]) -> [UInt8] {
    Array(name.utf8) + bytes(UInt64(contents.count), 4) + contents
  }

  /// A number of a given width in bytes, the least first.
  private static func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }
}
