import CEngines
import Foundation
import LabProviders

/// Flite: one text at a time in the whole process, because the library keeps its state there.
final class FliteEngine: Engine {
  /// Of all voices that the catalogue has, in Hz.
  static let sampleRate = 16_000

  func open(_ session: EngineSession) throws(EngineProblem) -> Int? {
    guard session.opening.primaryLanguage == "en" else {
      throw EngineProblem(
        "\(session.provider) speaks English only, and the conversation is in “\(session.opening.language)”.")
    }
    try FliteVoices.shared.load(session.provider)
    return Self.sampleRate
  }

  func handle(_ command: EngineCommand, in session: EngineSession) {
    guard case .speak(let id, let text) = command else { return }
    FliteVoices.shared.say(text, by: session.provider, to: SynthesisTarget(session: session, request: id))
  }

  func close(_ session: EngineSession) {}
}

/// The library's voices, which are the same for every thread.
private final class FliteVoices: @unchecked Sendable {
  /// A voice and where its audio goes while it is made.
  private struct Speaker {
    let voice: FliteLibrary.Voice
    let stream: FliteLibrary.Stream
  }

  static let shared = FliteVoices()

  private let lock = NSLock()
  // Both are touched only under the lock.
  private var library: FliteLibrary?
  private var speakers: [String: Speaker] = [:]

  func load(_ provider: String) throws(EngineProblem) {
    lock.lock()
    defer { lock.unlock() }
    guard speakers[provider] == nil else { return }
    speakers[provider] = try makeSpeaker(provider)
  }

  func say(_ text: String, by provider: String, to target: SynthesisTarget) {
    lock.lock()
    defer { lock.unlock() }
    guard let library, let speaker = speakers[provider], !target.isCancelled else { return }
    withExtendedLifetime(target) {
      speaker.stream.pointee.user_data = Unmanaged.passUnretained(target).toOpaque()
      _ = library.say(text, speaker.voice, "stream")
      speaker.stream.pointee.user_data = nil
    }
    target.finish()
  }

  private func makeSpeaker(_ provider: String) throws(EngineProblem) -> Speaker {
    if let problem = FliteLibrary.problem { throw problem }
    guard case .success(let library) = FliteLibrary.loaded else {
      throw EngineProblem("Flite could not be loaded.")
    }
    if self.library == nil { _ = library.start() }
    self.library = library
    let voice = try library.voice(provider.split(separator: "/").last.map(String.init) ?? provider)
    guard let stream = library.makeStream() else { throw EngineProblem("Flite could not make a stream.") }
    // 20 ms, so that the first audio does not wait for a whole sentence.
    stream.pointee.least_samples = Int32(FliteEngine.sampleRate / 50)
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
    return Speaker(voice: voice, stream: stream)
  }

  /// The feature's name; flite keeps the pointer and copies nothing.
  nonisolated(unsafe) private static let streamFeature: UnsafePointer<CChar> = {
    let name = Array("streaming_info".utf8CString)
    let kept = UnsafeMutablePointer<CChar>.allocate(capacity: name.count)
    kept.initialize(from: name, count: name.count)
    return UnsafePointer(kept)
  }()
}
