import LabProviders

/// What Cartesia says while it speaks, as JSON; over HTTP the same objects are the data of server-sent
/// events.
enum CartesiaMessage {
  /// A piece of audio.
  ///
  /// - Parameter stepMilliseconds: How long the service took for it.
  static func chunk(
    _ audio: [UInt8], stepMilliseconds: Double, flushID: Int?, context: String?
  ) -> String {
    "{\"type\":\"chunk\",\"data\":\"\(Base64Text.encoded(audio))\",\"done\":false,\"status_code\":206,"
      + "\"step_time\":\(stepMilliseconds)\(flush(flushID))\(context.map(member) ?? "")}"
  }

  /// Words and when they are said.
  ///
  /// - Parameter origin: What is added to every instant, in samples.
  static func timestamps(
    _ words: [SpokenTimes.Piece], from origin: Int, sampleRate: Int, flushID: Int?, context: String?
  ) -> String {
    func seconds(_ samples: Int) -> String { String(Double(origin + samples) / Double(sampleRate)) }
    let texts = words.map { JSONText.quoted($0.text) }.joined(separator: ",")
    let starts = words.map { seconds($0.samples.lowerBound) }.joined(separator: ",")
    let ends = words.map { seconds($0.samples.upperBound) }.joined(separator: ",")
    return
      "{\"type\":\"timestamps\",\"done\":false,\"status_code\":206,\"word_timestamps\":{\"words\":[\(texts)],"
      + "\"start\":[\(starts)],\"end\":[\(ends)]}\(flush(flushID))\(context.map(member) ?? "")}"
  }

  static func flushDone(_ flushID: Int, context: String) -> String {
    "{\"type\":\"flush_done\",\"done\":false,\"flush_done\":true,\"flush_id\":\(flushID),\"status_code\":206"
      + member(context) + "}"
  }

  static func done(context: String?) -> String {
    "{\"type\":\"done\",\"done\":true,\"status_code\":200\(context.map(member) ?? "")}"
  }

  static func error(_ error: CartesiaError, requestID: String, context: String?) -> String {
    "{\"type\":\"error\",\"done\":true,\(error.fields(requestID: requestID))\(context.map(member) ?? "")}"
  }

  private static func member(_ context: String) -> String {
    ",\"context_id\":\(JSONText.quoted(context))"
  }

  private static func flush(_ id: Int?) -> String {
    id.map { ",\"flush_id\":\($0)" } ?? ""
  }
}
