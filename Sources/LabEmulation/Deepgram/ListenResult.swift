import LabProviders

/// The messages of Deepgram's listen v1, as text.
enum ListenResult {
  static func results(
    segment: ListenSegment, position: Int, sampleRate: Int, isPunctuated: Bool, isFinal: Bool,
    answersFinalize: Bool, endsUtterance: Bool, requestID: String, model: String
  ) -> String {
    func seconds(_ samples: Int) -> String { "\(Double(samples) / Double(sampleRate))" }
    let words = segment.words.map { word in
      let punctuated = isPunctuated ? ",\"punctuated_word\":\(JSONText.quoted(word.text))" : ""
      return "{\"word\":\(JSONText.quoted(word.plain)),\"start\":\(seconds(word.start)),"
        + "\"end\":\(seconds(word.end)),\"confidence\":0.99\(punctuated)}"
    }
    let transcript = segment.words.map { isPunctuated ? $0.text : $0.plain }.joined(separator: " ")
    let alternative =
      "{\"transcript\":\(JSONText.quoted(transcript)),\"confidence\":\(words.isEmpty ? "0.0" : "0.99"),"
      + "\"words\":[\(words.joined(separator: ","))]}"
    return "{\"type\":\"Results\",\"channel_index\":[0,1],\"duration\":\(seconds(position - segment.start)),"
      + "\"start\":\(seconds(segment.start)),\"is_final\":\(isFinal),\"speech_final\":\(endsUtterance),"
      + "\"channel\":{\"alternatives\":[\(alternative)]},\"metadata\":{\"request_id\":\"\(requestID)\","
      + "\"model_info\":{\"name\":\(JSONText.quoted(model)),\"version\":\"emulated\",\"arch\":\"emulated\"},"
      + "\"model_uuid\":\"00000000-0000-4000-a000-000000000000\"},\"from_finalize\":\(answersFinalize)}"
  }

  static func speechStarted(at seconds: Double) -> String {
    "{\"type\":\"SpeechStarted\",\"channel\":[0,1],\"timestamp\":\(seconds)}"
  }

  static func utteranceEnd(lastWordEnd: Double) -> String {
    "{\"type\":\"UtteranceEnd\",\"channel\":[0,1],\"last_word_end\":\(lastWordEnd)}"
  }

  static func metadata(requestID: String, duration: Double, model: String) -> String {
    "{\"type\":\"Metadata\",\"transaction_key\":\"deprecated\",\"request_id\":\"\(requestID)\","
      + "\"sha256\":\"\",\"created\":\"1970-01-01T00:00:00.000Z\",\"duration\":\(duration),\"channels\":1,"
      + "\"models\":[],\"model_info\":{}}"
  }

  static func schemaError(_ message: String) -> String {
    "{\"type\":\"Error\",\"variant\":\"SchemaError\",\"description\":\"Could not deserialize last text message.\","
      + "\"message\":\(JSONText.quoted(message))}"
  }
}
