import Foundation

/// The process of a detector that is a program: samples go in, and for each block a probability comes out.
final class DetectorProcess: @unchecked Sendable {
  // Unchecked: belongs to one conversation, which is only ever moved by one thread at a time.

  /// How long an answer may take before the program counts as dead, in milliseconds.
  private static let patience: Int32 = 20_000

  private let program: DetectorProgram
  private let child = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var received: [UInt8] = []
  private var block = 160
  private var pending: [UInt8] = []
  private var last: Float = 0
  private(set) var failure: VoiceActivityError?

  init(_ program: DetectorProgram) throws(VoiceActivityError) {
    self.program = program
    child.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    child.arguments = program.arguments
    child.standardInput = input
    child.standardOutput = output
    do { try child.run() } catch {
      throw Self.failed(program, "could not be started: \(error.localizedDescription)")
    }
    // A program that has died must not take this one along.
    signal(SIGPIPE, SIG_IGN)
    try readBlockSize()
  }

  private init(failed program: DetectorProgram, _ failure: VoiceActivityError) {
    self.program = program
    self.failure = failure
  }

  deinit {
    // The end of its input is what tells the program to end.
    do { try input.fileHandleForWriting.close() } catch {}
    if child.isRunning { child.waitUntilExit() }
  }

  /// The same program from its start.
  func restarted() -> DetectorProcess {
    do throws(VoiceActivityError) { return try DetectorProcess(program) } catch {
      return DetectorProcess(failed: program, error)
    }
  }

  /// Hands over samples and returns the probability of the last whole block.
  func probability(after samples: [Int16]) -> Float {
    guard failure == nil else { return 0 }
    for sample in samples {
      pending.append(UInt8(truncatingIfNeeded: sample))
      pending.append(UInt8(truncatingIfNeeded: sample >> 8))
    }
    while pending.count >= 2 * block, failure == nil {
      let bytes = Array(pending.prefix(2 * block))
      pending.removeFirst(bytes.count)
      do throws(VoiceActivityError) { last = try ask(bytes) } catch { failure = error }
    }
    return failure == nil ? last : 0
  }

  private func ask(_ bytes: [UInt8]) throws(VoiceActivityError) -> Float {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        write(input.fileHandleForWriting.fileDescriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw Self.failed(program, "ended before the conversation did") }
      sent += count
    }
    while true {
      let line = try nextLine()
      if line.hasPrefix("#") { continue }
      guard let value = Float(line.filter { !$0.isWhitespace }), (0...1).contains(value) else {
        throw Self.failed(program, "wrote “\(line)”, which is not a probability")
      }
      return value
    }
  }

  private func readBlockSize() throws(VoiceActivityError) {
    let words = try nextLine().split(separator: " ")
    guard words.count == 3, words[0] == "#", words[1] == "block", let size = Int(words[2]),
      (80...16_000).contains(size)
    else { throw Self.failed(program, "did not begin with a line such as “# block 512”") }
    block = size
  }

  private func nextLine() throws(VoiceActivityError) -> String {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeFirst(end + 1) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      var descriptor = pollfd(
        fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, Self.patience) > 0 else { throw Self.failed(program, "says nothing") }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor.fd, &bytes, bytes.count)
      guard count > 0 else { throw Self.failed(program, "ended before the conversation did") }
      received += bytes[..<count]
    }
  }

  private static func failed(_ program: DetectorProgram, _ what: String) -> VoiceActivityError {
    VoiceActivityError(
      .detectorFailed, "The detector \(program.name) (\(program.arguments.joined(separator: " "))) \(what).",
      hint: "Run it by hand with 16 kHz samples as its standard input; see Documentation/vad.md.")
  }
}
