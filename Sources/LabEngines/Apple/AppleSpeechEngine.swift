#if canImport(Speech) && canImport(AVFAudio)
  import AVFAudio
  import Foundation
  import LabProviders
  import Speech
  import Synchronization

  /// Apple's recogniser, on the device where the system allows it.
  ///
  /// A recognition task lasts from one `finalize` to the next. The terminal has to have the permission to
  /// recognise speech; without it the session is refused.
  final class AppleSpeechEngine: Engine {
    /// Whose results still count; results come on a queue of the system.
    private final class Utterance: Sendable {
      struct State: Sendable {
        var finalize: Int?
        var text = ""
        var isOver = false
      }

      let state = Mutex(State())
      let done = DispatchSemaphore(value: 0)
    }

    /// How long a settled result may take before the last partial stands in its place.
    private static let patience = DispatchTimeInterval.seconds(5)

    private var recognizer: SFSpeechRecognizer?
    private var request: SFSpeechAudioBufferRecognitionRequest?
    private var task: SFSpeechRecognitionTask?
    private var utterance = Utterance()
    private var lastPartial = ""
    private let results = OperationQueue()

    func open(_ session: EngineSession) throws(EngineProblem) -> Int? {
      let permission = DispatchSemaphore(value: 0)
      SFSpeechRecognizer.requestAuthorization { _ in permission.signal() }
      permission.wait()
      guard SFSpeechRecognizer.authorizationStatus() == .authorized else {
        throw EngineProblem(
          "macOS does not let this program recognise speech.",
          hint: "Allow it under System Settings, Privacy & Security, Speech Recognition.")
      }
      let locale = Locale(identifier: session.opening.language)
      guard let recognizer = SFSpeechRecognizer(locale: locale), recognizer.isAvailable else {
        throw EngineProblem("Apple’s recogniser has no model for “\(session.opening.language)” at hand.")
      }
      recognizer.queue = results
      self.recognizer = recognizer
      begin()
      return nil
    }

    func handle(_ command: EngineCommand, in session: EngineSession) {
      switch command {
      case .audio(let bytes):
        if let buffer = Self.buffer(bytes, sampleRate: session.opening.sampleRate ?? 16_000) {
          request?.append(buffer)
        }
        let text = utterance.state.withLock { $0.text }
        guard text != lastPartial, !text.isEmpty else { return }
        lastPartial = text
        session.reply(.partial(text))
      case .finalize(let id):
        request?.endAudio()
        _ = utterance.done.wait(timeout: .now() + Self.patience)
        session.reply(.final(utterance.state.withLock { $0.text }, answers: id))
        begin()
      case .open, .request, .speak, .cancel, .close: break
      }
    }

    func close(_ session: EngineSession) {
      task?.cancel()
      (request, task) = (nil, nil)
    }

    private func begin() {
      task?.cancel()
      lastPartial = ""
      let (request, utterance) = (SFSpeechAudioBufferRecognitionRequest(), Utterance())
      request.shouldReportPartialResults = true
      request.requiresOnDeviceRecognition = recognizer?.supportsOnDeviceRecognition ?? false
      self.request = request
      self.utterance = utterance
      task = recognizer?.recognitionTask(with: request) { result, error in
        utterance.state.withLock { state in
          if let result { state.text = result.bestTranscription.formattedString }
          guard !state.isOver, result?.isFinal == true || error != nil else { return }
          state.isOver = true
          utterance.done.signal()
        }
      }
    }

    private static func buffer(_ bytes: [UInt8], sampleRate: Int) -> AVAudioPCMBuffer? {
      let samples = SampleBytes.samples(bytes)
      guard
        let format = AVAudioFormat(
          commonFormat: .pcmFormatInt16, sampleRate: Double(sampleRate), channels: 1, interleaved: true),
        let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(samples.count)),
        let target = buffer.int16ChannelData?[0]
      else { return nil }
      buffer.frameLength = AVAudioFrameCount(samples.count)
      for (index, sample) in samples.enumerated() { target[index] = sample }
      return buffer
    }
  }
#endif
