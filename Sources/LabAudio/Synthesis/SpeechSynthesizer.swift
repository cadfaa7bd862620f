import Foundation

/// Speaks text by flite or espeak-ng, each phrase in a process of its own.
///
/// In one process espeak-ng says the same text a little differently each time; in a fresh one the same
/// version gives the same bytes, as does flite.
public struct SpeechSynthesizer: Sendable {
  /// The folders in which the engines are looked for, separated by colons.
  public let searchPath: String
  private var spoken: [Phrase: AudioClip] = [:]
  private var checked: Set<SpeechVoice> = []

  private struct Phrase: Hashable {
    var text: String
    var voice: SpeechVoice
    var sampleRate: SampleRate
  }

  /// Looks for the engines where this process looks for programs.
  public init() {
    self.init(searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "")
  }

  /// Looks for the engines in the given folders, separated by colons.
  public init(searchPath: String) {
    self.searchPath = searchPath
  }

  /// Whether an engine is installed on this machine.
  public func isInstalled(_ engine: SpeechVoice.Engine) -> Bool {
    searchPath.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(engine.rawValue)")
    }
  }

  /// Says a text and returns the sound as the engine made it, at the wanted rate.
  ///
  /// What has been said once is kept and returned again.
  ///
  /// - Throws: an ``AudioError`` when the engine is not installed, has no such voice, or says nothing.
  public mutating func clip(
    saying text: String, by voice: SpeechVoice, at rate: SampleRate
  ) throws(AudioError) -> AudioClip {
    let phrase = Phrase(text: text, voice: voice, sampleRate: rate)
    if let clip = spoken[phrase] { return clip }
    try check(voice)
    let clip: AudioClip
    do {
      clip = try TemporaryFolder.use { try speak(phrase, in: $0) }
    } catch let error as AudioError {
      throw error
    } catch {
      throw AudioError(
        .synthesisFailed, "\(voice.speaker) could not be run: \(error.localizedDescription)",
        hint: "See whether it is installed with: turnlab doctor")
    }
    spoken[phrase] = clip
    return clip
  }

  private func speak(_ phrase: Phrase, in folder: String) throws -> AudioClip {
    let (text, wav) = (folder + "/text.txt", folder + "/speech.wav")
    try Data((phrase.text + "\n").utf8).write(to: URL(fileURLWithPath: text))
    let output = try run(phrase.voice.engine, phrase.voice.arguments(speaking: text, into: wav))
    guard output.status == 0, FileManager.default.fileExists(atPath: wav) else {
      let reason = output.text.split(separator: "\n").first.map { ": \($0)" } ?? "."
      throw AudioError(
        .synthesisFailed, "\(phrase.voice.speaker) did not say “\(phrase.text)”\(reason)",
        hint: "Check the name of the voice.")
    }
    return try AudioFile.read(wav, at: phrase.sampleRate)
  }

  private mutating func check(_ voice: SpeechVoice) throws(AudioError) {
    guard !checked.contains(voice) else { return }
    let list = try run(voice.engine, voice.listArguments)
    guard voice.isListed(in: list.text) else {
      throw AudioError(
        .synthesisFailed, "\(voice.engine.rawValue) has no voice “\(voice.name)”.",
        hint:
          "Choose one that `\(voice.engine.rawValue) \(voice.listArguments.joined(separator: " "))` lists.")
    }
    checked.insert(voice)
  }

  private func run(_ engine: SpeechVoice.Engine, _ arguments: [String]) throws(AudioError) -> CommandOutput {
    let output: CommandOutput?
    do {
      output = try CommandOutput.running(engine.rawValue, arguments, searchPath: searchPath)
    } catch {
      throw AudioError(
        .synthesisFailed, "\(engine.rawValue) could not be started: \(error.localizedDescription)",
        hint: "See whether it is installed with: turnlab doctor")
    }
    guard let output else {
      throw AudioError(
        .synthesizerMissing, "\(engine.rawValue) is not installed on this machine.",
        hint: "Install it, for example with: apt-get install \(engine.rawValue)")
    }
    return output
  }
}
