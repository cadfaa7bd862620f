/// A program that judges speech while it hears it, as a plan names it.
///
/// It reads 16-bit little-endian mono samples at 16 kHz from standard input and writes to standard output.
/// Its first line is `# block N`: the samples per probability, 80 to 16000. From then on it writes one line,
/// the probability of speech from 0 to 1, for each block, before it reads on, and flushes it. Other lines
/// that begin with `#` are remarks. It ends when its input does. Such a program can be scored by `turnlab vad
/// score` as well.
public struct DetectorProgram: Sendable, Hashable {
  /// What it is called in a plan, such as `command/silero`.
  public let name: String
  /// The program and its arguments.
  public let arguments: [String]

  public init(name: String, arguments: [String]) {
    self.name = name
    self.arguments = arguments
  }
}
