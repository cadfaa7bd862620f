import LabEmulation
import LabProviders
import LabTimeline

/// The emulated OpenAI with fixed latencies, and requests as its own client library makes them.
enum OpenAIServices {
  static let profiles = EmulationProfiles(
    speechToText: [
      "openai/whisper-1": .init(interim: .fixed(.zero), final: .fixed(.milliseconds(900))),
      "openai/gpt-4o-transcribe": .init(interim: .fixed(.zero), final: .fixed(.milliseconds(800))),
      "openai/gpt-4o-transcribe-realtime": .init(
        interim: .fixed(.zero), final: .fixed(.milliseconds(400))),
      "openai/whisper-1-realtime": .init(interim: .fixed(.zero), final: .fixed(.milliseconds(500))),
      "openai/gpt-realtime-whisper": .init(
        interim: .fixed(.milliseconds(250)), final: .fixed(.milliseconds(150))),
    ],
    textToSpeech: [
      "openai/tts-1": .init(
        firstAudio: .fixed(.milliseconds(700)), leadingSilence: .fixed(.milliseconds(90))),
      "openai/gpt-4o-mini-tts": .init(
        firstAudio: .fixed(.milliseconds(600)), leadingSilence: .fixed(.milliseconds(90))),
    ])

  static func providers(_ utterances: [KnownUtterance] = []) -> EmulatedProviders {
    Services.providers(utterances, profiles: profiles)
  }

  static func request(
    _ path: String, type: String = "application/json", body: [UInt8], key: String? = "Bearer key"
  ) -> ConnectionRequest {
    ConnectionRequest(
      transport: .http(method: "POST"), endpoint: .service("api.openai.com"), target: "/v1/audio/" + path,
      headers: (key.map { [HeaderField("Authorization", $0)] } ?? []) + [HeaderField("content-type", type)],
      body: body)
  }

  /// A form as the client library writes it: the file last, lists in brackets.
  static func form(_ fields: [(String, String)], file: [UInt8]?) -> [UInt8] {
    var body: [UInt8] = []
    for (name, value) in fields {
      body += "--b0undary\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8
    }
    if let file {
      body += "--b0undary\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n".utf8
      body += "Content-Type: application/octet-stream\r\n\r\n".utf8
      body += file + Array("\r\n".utf8)
    }
    return body + Array("--b0undary--\r\n".utf8)
  }
}

/// One exchange over HTTP, run to its end in virtual time.
struct FinishedExchange {
  private(set) var status = 0
  private(set) var headers: [HeaderField] = []
  private(set) var pieces: [(at: LabInstant, bytes: [UInt8])] = []
  private(set) var ended: LabInstant?

  var body: [UInt8] { pieces.flatMap(\.bytes) }
  var text: String { String(decoding: body, as: UTF8.self) }

  init(_ request: ConnectionRequest, at providers: EmulatedProviders) {
    var exchange = providers.exchange(for: request)
    var now = LabInstant.origin
    var input: ServerInput? = .opened
    while let next = input {
      input = nil
      var actions: [ServerAction] = []
      exchange.handle(next, at: now, into: &actions)
      for action in actions {
        switch action {
        case .respond(let status, let headers): (self.status, self.headers) = (status, headers)
        case .body(let bytes, _): pieces.append((now, bytes))
        case .endBody: ended = now
        case .setTimer(let timer, let delay):
          // These exchanges have one timer at a time.
          now = now + delay
          input = .timer(timer)
        default: break
        }
      }
    }
  }
}
