import CEngines
import Foundation
import LabProviders

/// eSpeak NG: one text at a time in the whole process, because the library keeps its state there.
final class EspeakEngine: Engine {
  func open(_ session: EngineSession) throws(EngineProblem) -> Int? {
    try EspeakVoices.shared.open(session)
  }

  func handle(_ command: EngineCommand, in session: EngineSession) {
    EspeakVoices.shared.handle(command, in: session)
  }

  func close(_ session: EngineSession) {}
}

/// The library with its voice, which are the same for every thread.
private final class EspeakVoices: @unchecked Sendable {
  static let shared = EspeakVoices()

  // Values of speak_lib.h.
  private static let synchronous: Int32 = 2
  private static let doNotExit: Int32 = 0x8000
  private static let positionInCharacters: Int32 = 1
  private static let textIsUTF8: UInt32 = 1
  /// How much audio a callback hands over, in milliseconds.
  private static let pieceLength: Int32 = 20

  private let lock = NSLock()
  // All three are touched only under the lock.
  private var library: EspeakLibrary?
  private var sampleRate = 0
  private var voice = ""

  func open(_ session: EngineSession) throws(EngineProblem) -> Int? {
    lock.lock()
    defer { lock.unlock() }
    if library == nil { try start() }
    try select(session.opening)
    return sampleRate
  }

  func handle(_ command: EngineCommand, in session: EngineSession) {
    lock.lock()
    defer { lock.unlock() }
    guard case .speak(let id, let text) = command, let library, !session.isCancelled(id) else { return }
    do {
      try select(session.opening)
    } catch {
      return session.reply(.error(id, error.message))
    }
    let target = SynthesisTarget(session: session, request: id)
    let status = withExtendedLifetime(target) {
      library.synthesize(
        text, text.utf8.count + 1, 0, Self.positionInCharacters, 0, Self.textIsUTF8, nil,
        Unmanaged.passUnretained(target).toOpaque())
    }
    guard status == 0 else { return session.reply(.error(id, "eSpeak NG refused the text (\(status)).")) }
    target.finish()
  }

  private func start() throws(EngineProblem) {
    if let problem = EspeakLibrary.problem { throw problem }
    guard case .success(let library) = EspeakLibrary.loaded else {
      throw EngineProblem("eSpeak NG could not be loaded.")
    }
    let rate = library.initialize(Self.synchronous, Self.pieceLength, nil, Self.doNotExit)
    guard rate > 0 else {
      throw EngineProblem(
        "eSpeak NG found no voices on this machine.",
        hint: "Install them, on Debian with: apt-get install espeak-ng-data")
    }
    library.setCallback { samples, count, events in
      guard let context = events?.pointee.user_data else { return 1 }
      let target = Unmanaged<SynthesisTarget>.fromOpaque(context).takeUnretainedValue()
      guard !target.isCancelled else { return 1 }
      if let samples, count > 0 { target.say(UnsafeBufferPointer(start: samples, count: Int(count))) }
      return 0
    }
    self.library = library
    sampleRate = Int(rate)
  }

  /// Takes the session's voice, or that of its language, or of its language without the region.
  private func select(_ opening: EngineOpening) throws(EngineProblem) {
    let wanted = opening.voice.map { [$0] } ?? [opening.language.lowercased(), opening.primaryLanguage]
    guard let library, !wanted.contains(voice) else { return }
    guard let found = wanted.first(where: { library.setVoice($0) == 0 }) else {
      throw EngineProblem("eSpeak NG has no voice “\(wanted[0])”.")
    }
    voice = found
  }
}
