import Foundation
import LabAudio

/// A voice activity detector that is a program of its own, such as a network that runs in Python.
///
/// The program reads 16-bit little-endian mono samples at 16 kHz from standard input to the end, and writes
/// to standard output one line per block: the probability of speech, 0 to 1. Lines that begin with `#` are
/// remarks, two of which are understood: `# block 512`, samples per probability (160 when not told), and `#
/// processor_s 0.25`, what the detection alone cost. An end of less than a block may go without a line. Any
/// other exit than 0 is a failure.
public struct DetectorCommand: Sendable, Hashable {
  /// What it is called in tables and files.
  public let name: String
  /// The program and its arguments.
  public let words: [String]

  /// Reads `NAME=PROGRAM ARGUMENT…`; words are separated by spaces, without quoting.
  ///
  /// - Throws: `VoiceActivityError` with the code `invalidSetting` when there is no name or no program.
  public init(_ text: String) throws(VoiceActivityError) {
    let parts = text.split(separator: "=", maxSplits: 1)
    let words = parts.count == 2 ? parts[1].split(separator: " ").map(String.init) : []
    guard !words.isEmpty else {
      throw VoiceActivityError(
        .invalidSetting, "The command “\(text)” is not NAME=PROGRAM ARGUMENT….",
        hint: "Write for example silero=python3 scripts/detectors/silero.py.")
    }
    name = String(parts[0])
    self.words = words
  }

  /// Runs the program over a recording.
  ///
  /// - Throws: `VoiceActivityError` with the code `detectorFailed`, with the last line that the program
  ///   complained.
  func track(of clip: AudioClip) throws -> DetectorTrack {
    let folder = FileManager.default.temporaryDirectory.appending(path: "turnlab-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { removeFolder(folder) }
    // Through files: a pipe that nobody empties while the other is filled would hold both programs up.
    let (input, errors) = (folder.appending(path: "samples"), folder.appending(path: "errors"))
    try Data(clip.samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
      .write(to: input)
    try Data().write(to: errors)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardError = try FileHandle(forWritingTo: errors)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let complaint = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
      let last = complaint.split(whereSeparator: \.isNewline).last ?? "nothing on standard error"
      throw failure("ended with \(process.terminationStatus): \(last)")
    }
    return try track(from: String(decoding: output, as: UTF8.self), samples: clip.samples.count)
  }

  /// Reads what the program wrote.
  func track(from text: String, samples: Int) throws(VoiceActivityError) -> DetectorTrack {
    var track = DetectorTrack(probabilities: [], blockSize: 160, processorSeconds: nil)
    for (number, line) in text.split(whereSeparator: \.isNewline).enumerated() {
      if line.hasPrefix("#") {
        let words = line.dropFirst().split(separator: " ")
        if words.count == 2, words[0] == "block", let size = Int(words[1]), size > 0 {
          track.blockSize = size
        }
        if words.count == 2, words[0] == "processor_s" { track.processorSeconds = Double(words[1]) }
        continue
      }
      guard let value = Float(line.filter { !$0.isWhitespace }), (0...1).contains(value) else {
        throw failure("wrote “\(line)” as line \(number + 1), which is not a probability")
      }
      track.probabilities.append(value)
    }
    let blocks = samples / track.blockSize
    guard track.probabilities.count == blocks || track.probabilities.count == blocks + 1 else {
      throw failure(
        "wrote \(track.probabilities.count) probabilities for \(samples) samples, "
          + "which are \(blocks) blocks of \(track.blockSize)")
    }
    return track
  }

  private func failure(_ what: String) -> VoiceActivityError {
    VoiceActivityError(
      .detectorFailed, "The detector \(name) (\(words.joined(separator: " "))) \(what).",
      hint: "Run it by hand with 16 kHz samples as its standard input; see Documentation/vad.md.")
  }

  /// What is left in the folder of temporary files is the system's to clear.
  private func removeFolder(_ folder: URL) {
    do { try FileManager.default.removeItem(at: folder) } catch {}
  }
}
