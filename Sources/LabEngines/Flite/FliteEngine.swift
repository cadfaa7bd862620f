import CEngines
import LabProviders

/// Flite: all voices and all sessions on one thread, because the library keeps its state in the process.
final class FliteEngine: Engine {
  /// A voice and where its audio goes while it is made.
  private struct Speaker {
    let voice: FliteLibrary.Voice
    let stream: FliteLibrary.Stream
  }

  /// Of all voices that the catalogue has, in Hz.
  private static let sampleRate = 16_000

  private var library: FliteLibrary?
  private var speakers: [String: Speaker] = [:]

  func open(_ session: EngineSession) throws(EngineProblem) -> Int? {
    guard session.opening.primaryLanguage == "en" else {
      throw EngineProblem(
        "\(session.provider) speaks English only, and the conversation is in “\(session.opening.language)”.")
    }
    _ = try speaker(session.provider)
    return Self.sampleRate
  }

  func handle(_ command: EngineCommand, in session: EngineSession) {
    guard case .speak(let id, let text) = command, let library, !session.isCancelled(id),
      let speaker = speakers[session.provider]
    else { return }
    let target = SynthesisTarget(session: session, request: id)
    withExtendedLifetime(target) {
      speaker.stream.pointee.user_data = Unmanaged.passUnretained(target).toOpaque()
      _ = library.say(text, speaker.voice, "stream")
      speaker.stream.pointee.user_data = nil
    }
    target.finish()
  }

  func close(_ session: EngineSession) {}

  private func speaker(_ provider: String) throws(EngineProblem) -> Speaker {
    if let speaker = speakers[provider] { return speaker }
    if let problem = FliteLibrary.problem { throw problem }
    guard case .success(let library) = FliteLibrary.loaded else {
      throw EngineProblem("Flite could not be loaded.")
    }
    if self.library == nil { _ = library.start() }
    self.library = library
    let voice = try library.voice(provider.split(separator: "/").last.map(String.init) ?? provider)
    guard let stream = library.makeStream() else { throw EngineProblem("Flite could not make a stream.") }
    // 20 ms, so that the first audio does not wait for a whole sentence.
    stream.pointee.least_samples = Int32(Self.sampleRate / 50)
    stream.pointee.callback = { wave, start, count, _, stream in
      guard let wave, let context = stream?.pointee.user_data else { return SynthesisTarget.fliteStop }
      let target = Unmanaged<SynthesisTarget>.fromOpaque(context).takeUnretainedValue()
      guard !target.isCancelled else { return SynthesisTarget.fliteStop }
      if count > 0, let samples = wave.pointee.samples {
        target.say(UnsafeBufferPointer(start: samples + Int(start), count: Int(count)))
      }
      return SynthesisTarget.fliteContinue
    }
    library.setFeature(voice.pointee.features, Self.streamFeature, library.streamValue(stream))
    let speaker = Speaker(voice: voice, stream: stream)
    speakers[provider] = speaker
    return speaker
  }

  /// The feature's name; flite keeps the pointer and copies nothing.
  nonisolated(unsafe) private static let streamFeature: UnsafePointer<CChar> = {
    let name = Array("streaming_info".utf8CString)
    let kept = UnsafeMutablePointer<CChar>.allocate(capacity: name.count)
    kept.initialize(from: name, count: name.count)
    return UnsafePointer(kept)
  }()
}
