/// Reads one chunk of speech from a stream-input connection.
struct ElevenLabsStreamReader: SpeechReader {
  let key: APIKey

  mutating func read(_ event: WireEvent) -> [SpeechPiece] {
    switch event {
    case .opened(let head) where head.status == 101: return [.connected(head.setup)]
    case .opened(let head):
      return [.failed(.refusal(by: ElevenLabsSpeechRequest.service, head, words: nil, key: key))]
    case .message(.text(let text)):
      guard let message = JSONText.read(ElevenLabsSpeechMessage.self, from: text),
        let pieces = message.pieces(key: key)
      else {
        let failure = ProviderFailure(
          code: "bad_message", message: "ElevenLabs sent a message that is not a speech message.")
        return [.failed(failure)]
      }
      return pieces
    case .closed(let code, let reason):
      return [.failed(ElevenLabsError.closed(code: code, reason: reason, key: key))]
    case .failed(let failure): return [.failed(ProviderFailure(failure))]
    case .message(.binary), .body, .bodyEnded: return []
    }
  }
}
