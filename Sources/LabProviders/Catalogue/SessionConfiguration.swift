/// What a client session needs to know before it begins.
public struct SessionConfiguration: Hashable, Sendable {
  /// Another host than the catalogue's, for an emulator or a compatible server.
  public var endpoint: Endpoint?
  /// Another beginning of all paths than the catalogue's, e.g. `/openai/v1`.
  public var basePath: String?
  public var apiKey: APIKey
  /// Hz. Of the microphone for speech to text, of the audio that comes back for speech synthesis.
  public var sampleRate: Int
  /// BCP 47, e.g. `en`, `de`, `it`.
  public var language: String
  /// The session's own name, sent as request ids. The same name draws the same latencies from an emulator.
  public var sessionID: String
  public var speechToText: SpeechToTextOptions
  public var languageModel: LanguageModelOptions
  public var textToSpeech: TextToSpeechOptions
  public var speechToSpeech = SpeechToSpeechOptions()
  /// How long to wait for a service before giving up: for a connection, for a reply's next piece, for a
  /// goodbye.
  public var patience: Duration

  public init(
    endpoint: Endpoint? = nil, basePath: String? = nil, apiKey: APIKey, sampleRate: Int,
    language: String = "en",
    sessionID: String, speechToText: SpeechToTextOptions = .init(),
    languageModel: LanguageModelOptions = .init(),
    textToSpeech: TextToSpeechOptions = .init(), patience: Duration = .seconds(30)
  ) {
    self.endpoint = endpoint
    self.basePath = basePath
    self.apiKey = apiKey
    self.sampleRate = sampleRate
    self.language = language
    self.sessionID = sessionID
    self.speechToText = speechToText
    self.languageModel = languageModel
    self.textToSpeech = textToSpeech
    self.patience = patience
  }

  /// Points the session at another service.
  public mutating func redirect(to address: ServiceAddress) {
    endpoint = address.endpoint
    basePath = address.basePath
  }
}

/// What is asked of a speech-to-text service.
public struct SpeechToTextOptions: Hashable, Sendable {
  /// Partial transcripts are sent.
  public var interimResults = true
  /// The silence after which the service ends an utterance.
  public var endpointing: Endpointing = .serviceDefault
  /// The gap in audio after which the service says that the utterance ended; `nil` turns it off.
  public var utteranceEnd: Duration?
  /// The service says when it hears speech begin.
  public var voiceActivityEvents = true
  /// Punctuation, numbers and casing are written out.
  public var smartFormat = true
  /// How sure the service has to be, from 0 to 1, to say that the caller has probably finished; `nil` turns
  /// that off. 0.4 lies in the middle of the range for which Deepgram names what it gains (0.3 to 0.5).
  public var eagerEndOfTurn: Double? = 0.4
  /// Of services that get each utterance as a whole: the sound from before the pipeline's detector noticed
  /// it. Detectors need up to half a second, and words begin softly.
  public var preRoll = Duration.seconds(1)

  public init() {}

  /// How much silence ends an utterance, as the service sees it.
  public enum Endpointing: Hashable, Sendable {
    case serviceDefault
    case off
    case after(Duration)
  }
}

/// What is asked of a language model.
public struct LanguageModelOptions: Hashable, Sendable {
  public var maximumTokens: Int?
  public var temperature: Double?
  /// `none`, `minimal`, `low`, `medium`, `high`; models without reasoning refuse it.
  public var reasoningEffort: String?
  /// Asks the service not to pad its stream. Some compatible servers refuse the field.
  public var disablesObfuscation = true
  /// The longest reply is asked for as `max_tokens`, which older servers know, not as
  /// `max_completion_tokens`.
  public var usesOldTokenLimit = false
  /// Fields that a request has besides those of the lab.
  public var furtherFields: [RequestField] = []
  /// What the model may ask to have run.
  public var tools: [ToolDefinition] = []

  public init() {}
}

/// What is asked of a speech-to-speech service; its voice is that of `TextToSpeechOptions`.
public struct SpeechToSpeechOptions: Hashable, Sendable {
  /// What the model is told before the conversation.
  public var instructions = ""
  /// When the service takes the caller's turn for ended.
  public var turnDetection = TurnDetection.silence
  /// The silence that ends a turn, where silence does.
  public var silence = Duration.milliseconds(500)
  /// How sure the service's detector has to be that it hears speech, 0…1.
  public var threshold = 0.5
  /// The caller's voice stops the reply.
  public var interrupts = true
  /// The model that writes down what the caller says; `nil` when nobody does.
  public var transcriptionModel: String? = "gpt-4o-mini-transcribe"

  public init() {}

  /// What ends a turn.
  public enum TurnDetection: Hashable, Sendable {
    /// As much silence as was asked for.
    case silence
    /// That the caller seems to have said what they wanted, judged as eagerly as this.
    case meaning(Eagerness)
  }

  /// How soon a caller who might go on is answered.
  public enum Eagerness: String, Hashable, Sendable, CaseIterable {
    case low, medium, high, auto
  }
}

/// What is asked of a speech synthesiser.
public struct TextToSpeechOptions: Hashable, Sendable {
  /// The service's name for a voice; `nil` is the catalogue's voice for the language.
  public var voice: String?
  /// Speaking rate; 1 is normal.
  public var speed: Double?

  public init() {}
}
