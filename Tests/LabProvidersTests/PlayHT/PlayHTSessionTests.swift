import LabProviders
import LabTimeline
import Testing

@Suite("PlayHT's speech session")
struct PlayHTSessionTests {
  @Test("is retired, and splits the key into the user's id and the secret")
  func request() throws {
    let catalogue = ProviderCatalogue.standard
    #expect(try catalogue.entry("playht/play3.0-mini").status == .retired(on: "2025-12-31"))
    var session = try catalogue.makeTextToSpeech(
      "playht/play3.0-mini",
      configuration: SessionConfiguration(
        apiKey: "user:secret", sampleRate: 24_000, language: "de", sessionID: "t"))
    var actions: [TextToSpeechAction] = []
    session.speak(RequestID(1), text: "Hallo.", at: .origin, into: &actions)
    guard case .open(_, let request) = actions.first else {
      Issue.record("no request")
      return
    }
    #expect(request.url == "https://api.play.ht:443/api/v2/tts/stream")
    #expect(request.headers.value(of: "X-User-Id") == "user")
    #expect(request.headers.value(of: "Authorization") == "Bearer secret")
    let body = String(decoding: request.body, as: UTF8.self)
    #expect(body.hasPrefix(#"{"text":"Hallo.""#) && body.hasSuffix(#""language":"german"}"#))
  }
}
