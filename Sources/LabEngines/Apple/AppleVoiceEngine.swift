#if canImport(Speech) && canImport(AVFAudio)
  import AVFAudio
  import Foundation
  import LabProviders

  /// Apple's synthesiser: audio as the system makes it, of the voice of the conversation's language.
  final class AppleVoiceEngine: Engine {
    private let synthesizer = AVSpeechSynthesizer()
    /// What the system's voices are made at, in Hz.
    private static let sampleRate = 22_050

    func open(_ session: EngineSession) throws(EngineProblem) -> Int? {
      guard AVSpeechSynthesisVoice(language: session.opening.language) != nil else {
        throw EngineProblem("macOS has no voice for “\(session.opening.language)”.")
      }
      return Self.sampleRate
    }

    func handle(_ command: EngineCommand, in session: EngineSession) {
      guard case .speak(let id, let text) = command, !session.isCancelled(id) else { return }
      let spoken = AVSpeechUtterance(string: text)
      spoken.voice = AVSpeechSynthesisVoice(language: session.opening.language)
      let pieces = Inbox<[Int16]>()
      synthesizer.write(spoken) { buffer in
        // The system says by an empty buffer that it has finished.
        guard let buffer = buffer as? AVAudioPCMBuffer, buffer.frameLength > 0 else { return pieces.close() }
        guard Int(buffer.format.sampleRate) == Self.sampleRate else { return pieces.close() }
        pieces.append(Self.samples(buffer))
      }
      var hasSpoken = false
      while let batch = pieces.wait() {
        if session.isCancelled(id) {
          synthesizer.stopSpeaking(at: .immediate)
          return
        }
        for samples in batch {
          hasSpoken = true
          samples.withUnsafeBufferPointer { session.reply(.audio(id, SampleBytes.bytes($0))) }
        }
      }
      session.reply(
        hasSpoken ? .done(id, nil) : .error(id, "the voice made no audio of \(Self.sampleRate) Hz"))
    }

    func close(_ session: EngineSession) {}

    private static func samples(_ buffer: AVAudioPCMBuffer) -> [Int16] {
      let count = Int(buffer.frameLength)
      if let values = buffer.int16ChannelData?[0] { return (0..<count).map { values[$0] } }
      guard let values = buffer.floatChannelData?[0] else { return [] }
      return (0..<count).map { Int16(max(-32_768, min(32_767, values[$0] * 32_768))) }
    }
  }
#endif
