import LabProviders

/// How OpenAI puts transcripts and what they cost, over REST and in Realtime sessions.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0.
enum TranscriptionCodec {
  /// The words of a transcript as a model gives them: piece by piece, each but the first with the space
  /// before it.
  static func pieces(of words: [HeardWord]) -> [String] {
    words.enumerated().map { $0 == 0 ? $1.text : " " + $1.text }
  }

  /// Seconds of sound for whisper-1; tokens for the others: ten for a second of sound, one for four
  /// characters.
  static func usage(text: String, prompt: String, samples: Int, sampleRate: Int, isWhisper: Bool) -> String {
    if isWhisper { return #"{"type":"duration","seconds":\#((samples + sampleRate - 1) / sampleRate)}"# }
    let sound = (10 * samples + sampleRate - 1) / sampleRate
    let input = (prompt.utf8.count + 3) / 4
    let output = (text.utf8.count + 3) / 4
    return #"{"type":"tokens","total_tokens":\#(sound + input + output),"input_tokens":\#(sound + input),"#
      + #""input_token_details":{"text_tokens":\#(input),"audio_tokens":\#(sound)},"output_tokens":\#(output)}"#
  }

  /// What the model thought of its pieces; the emulator is always sure.
  static func logProbabilities(of pieces: [String]) -> String {
    let list = pieces.map { piece in
      let bytes = piece.utf8.map(String.init).joined(separator: ",")
      return #"{"token":\#(JSONText.quoted(piece)),"logprob":-0.01,"bytes":[\#(bytes)]}"#
    }
    return "[\(list.joined(separator: ","))]"
  }
}

/// One transcript in the words and formats of the REST route.
struct TranscriptionAnswer {
  private let form: TranscriptionForm
  private let words: [HeardWord]
  let pieces: [String]
  private var text: String { pieces.joined() }

  init(form: TranscriptionForm, words: [HeardWord]) {
    self.form = form
    self.words = words
    pieces = TranscriptionCodec.pieces(of: words)
  }

  /// The whole answer and its type.
  var whole: (type: String, body: String) {
    switch form.format {
    case .json: ("application/json", json)
    case .verboseJSON: ("application/json", verboseJSON)
    case .text: ("text/plain; charset=utf-8", text + "\n")
    case .srt: ("text/plain; charset=utf-8", srt)
    case .vtt: ("text/plain; charset=utf-8", vtt)
    }
  }

  /// An event of the stream with the next piece.
  func delta(_ piece: String) -> String {
    let probabilities =
      form.includesLogProbabilities
      ? #","logprobs":\#(TranscriptionCodec.logProbabilities(of: [piece]))"# : ""
    return event(
      "transcript.text.delta", #""delta":\#(JSONText.quoted(piece))\#(probabilities)"#)
  }

  /// The last event of the stream.
  var done: String {
    event(
      "transcript.text.done", #""text":\#(JSONText.quoted(text))\#(logProbabilities),"usage":\#(usage)"#)
  }

  private func event(_ type: String, _ fields: String) -> String {
    "data: {\"type\":\"\(type)\",\(fields)}\n\n"
  }

  private var json: String {
    #"{"text":\#(JSONText.quoted(text))\#(logProbabilities),"usage":\#(usage)}"#
  }

  private var logProbabilities: String {
    form.includesLogProbabilities
      ? #","logprobs":\#(TranscriptionCodec.logProbabilities(of: pieces))"# : ""
  }

  private var usage: String {
    TranscriptionCodec.usage(
      text: text, prompt: form.prompt, samples: form.sound.samples.count, sampleRate: form.sound.sampleRate,
      isWhisper: form.isWhisper)
  }

  private var verboseJSON: String {
    let spoken = words.map { word in
      #"{"word":\#(JSONText.quoted(word.text)),"start":\#(seconds(word.start)),"end":\#(seconds(word.end))}"#
    }
    // One segment holds everything; the service's own are cut every few seconds.
    let tokens = pieces.indices.map { String(50_364 + $0) }.joined(separator: ",")
    let segment =
      #"{"id":0,"seek":0,"start":\#(start),"end":\#(end),"text":\#(JSONText.quoted(" " + text)),"#
      + #""tokens":[\#(tokens)],"temperature":0.0,"avg_logprob":-0.01,"compression_ratio":1.0,"#
      + #""no_speech_prob":0.01}"#
    let showsWords = form.granularities.contains("word")
    let showsSegments = form.granularities.isEmpty || form.granularities.contains("segment")
    return #"{"task":"transcribe","language":\#(JSONText.quoted(languageName)),"#
      + #""duration":\#(seconds(form.sound.samples.count)),"text":\#(JSONText.quoted(text))"#
      + (showsWords ? #","words":[\#(spoken.joined(separator: ","))]"# : "")
      + (showsSegments ? #","segments":[\#(words.isEmpty ? "" : segment)]"# : "") + #","usage":\#(usage)}"#
  }

  private var languageName: String {
    switch form.language {
    case "de": "german"
    case "it": "italian"
    default: "english"
    }
  }

  private var srt: String {
    words.isEmpty ? "" : "1\n\(clock(start, ",")) --> \(clock(end, ","))\n\(text)\n\n"
  }

  private var vtt: String {
    "WEBVTT\n\n" + (words.isEmpty ? "" : "\(clock(start, ".")) --> \(clock(end, "."))\n\(text)\n\n")
  }

  private var start: Double { seconds(words.first?.start ?? 0) }
  private var end: Double { seconds(words.last?.end ?? 0) }

  private func seconds(_ samples: Int) -> Double { Double(samples) / Double(form.sound.sampleRate) }

  /// `00:00:01,250`.
  private func clock(_ seconds: Double, _ point: String) -> String {
    func digits(_ value: Int, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let all = Int((seconds * 1000).rounded())
    return digits(all / 3_600_000, 2) + ":" + digits(all / 60_000 % 60, 2) + ":"
      + digits(all / 1000 % 60, 2) + point + digits(all % 1000, 3)
  }
}
