import Foundation
import Testing

@Suite("House rules")
struct HouseRuleTests {
  /// The files that may drop an error, each with the reason why nothing is lost.
  static let droppedErrors: [String: String] = [
    "LabAudio/Files/RIFFLength.swift": "A file that was only read is closed; its contents are there already.",
    "LabProviders/Anthropic/MessagesDialect.swift":
      "Bytes that are no event become a failure of the request.",
    "LabEmulation/Anthropic/MessagesWording.swift": "A malformed body is answered with 400.",
    "LabProviders/Google/GenerateContentDialect.swift":
      "Bytes that are no chunk become a failure of the request.",
    "LabProviders/OpenAI/ResponsesDialect.swift": "Bytes that are no event become a failure of the request.",
    "LabEmulation/Google/GenerateContentWording.swift": "A malformed body is answered with 400.",
    "LabEmulation/OpenAI/ResponsesWording.swift": "A malformed body is answered with 400.",
    "LabEmulation/OpenAI/ResponsesRequest.swift": "Text may come bare or in parts.",
    "LabProviders/OpenAI/ChatCompletionsDialect.swift":
      "Bytes that are no chunk become a failure of the request.",
    "LabProviders/OpenAI/ChatCompletionsError.swift":
      "An error's shape differs by server; every part is optional.",
    "LabProviders/OpenAI/OpenAIRequest.swift": "An error's body may be anything; nil says so.",
    "LabProviders/OpenAI/Transcription/TranscriptionUpload.swift":
      "An answer that is none becomes a failure of the session.",
    "LabProviders/OpenAI/Realtime/RealtimeConnection.swift":
      "A message that is none becomes a failure of the session.",
    "LabEmulation/OpenAI/Audio/EmulatedSpeech.swift": "A malformed body is answered with 400.",
    "LabEmulation/OpenAI/Audio/SpeechRequest.swift": "A voice is a name or an object; the second is tried.",
    "LabEmulation/OpenAI/Realtime/JSONTree.swift": "One kind of JSON is tried after the other.",
    "LabEmulation/OpenAI/Realtime/RealtimeCommand.swift": "A malformed message is answered with an error.",
    "LabProviders/ElevenLabs/ElevenLabsSpeechRequest.swift":
      "An error's body has several shapes, and may be anything; nil says so.",
    "LabProviders/ElevenLabs/ElevenLabsStreamReader.swift":
      "A message that is none becomes a failure of the chunk.",
    "LabProviders/ElevenLabs/ScribeSession.swift": "A message that is none becomes a failure of the session.",
    "LabProviders/Cartesia/CartesiaChannel.swift": "A message that is none becomes a failure of the session.",
    "LabProviders/Cartesia/CartesiaSpeechRequest.swift": "An error's body may be anything; its text says so.",
    "LabProviders/PlayHT/PlayHTSpeechRequest.swift": "An error's body may be anything; nil says so.",
    "LabEmulation/ElevenLabs/EmulatedElevenLabsHTTP.swift": "A malformed body is answered with 422.",
    "LabEmulation/ElevenLabs/EmulatedScribe.swift": "A malformed message is answered with an error.",
    "LabEmulation/ElevenLabs/EmulatedStreamInput.swift": "A malformed message is answered with an error.",
    "LabEmulation/ElevenLabs/ElevenLabsEmulation.swift":
      "A body that names no model is refused by the exchange.",
    "LabEmulation/Cartesia/CartesiaEmulation.swift": "A malformed body is answered with 400.",
    "LabEmulation/Cartesia/CartesiaGeneration.swift":
      "A voice is a text or an object; the second is tried after the first.",
    "LabEmulation/Cartesia/EmulatedCartesiaWebSocket.swift": "A malformed message is answered with an error.",
    "LabEmulation/PlayHT/EmulatedPlayHTWebSocket.swift": "A malformed message is answered with an error.",
    "LabEmulation/PlayHT/PlayHTBody.swift":
      "Text is a text or a list; the second is tried after the first.",
    "LabEmulation/PlayHT/PlayHTEmulation.swift": "A malformed body is answered with 400.",
    "LabProviders/Deepgram/DeepgramListenRequest.swift": "An error's body may be anything; nil says so.",
    "LabProviders/Deepgram/AuraChannel.swift":
      "A message that is none becomes a failure of the session.",
    "LabProviders/Deepgram/DeepgramListenSession.swift":
      "A message that is none becomes a failure of the session.",
    "LabEmulation/Template/TemplateEmulation.swift": "A line that is no command is answered with an error.",
    "LabEmulation/OpenAI/OpenAIEmulation.swift": "A body that names no model is refused by the exchange.",
    "LabEmulation/LanguageModels/OfferedTool.swift": "A schema that is none asks for no arguments.",
    "LabProviders/Wire/JSONText.swift": "A text that is no object is replaced by an empty one.",
    "LabEmulation/OpenAI/ChatRequest.swift":
      "Content is a text or a list; the second is tried after the first.",
    "LabEmulation/OpenAI/ChatCompletionsWording.swift": "A malformed body is answered with 400.",
    "LabEmulation/Deepgram/EmulatedListen.swift": "A malformed message is answered with an error.",
    "LabEmulation/Deepgram/EmulatedSpeakHTTP.swift": "A malformed body is answered with 400.",
    "LabEmulation/Deepgram/EmulatedSpeakWebSocket.swift":
      "A malformed message closes the connection with 1008.",
    "LabRunner/Session/TemporaryFolder.swift":
      "What cannot be removed is left to the system, whose folder it is in.",
    "LabTransport/WebSocket/WebSocketAddress.swift": "A host that is no address is a name to look up.",
    "LabTransport/WebSocket/FrameHandler.swift":
      "A channel that does not tell its backlog counts as having none.",
  ]

  @Test("Nothing ends the process on bad input")
  func neverCrashes() {
    #expect(SourceFile.all.lines(with: ["fatalError", "!"], matching: #/fatalError\(|try!|\bas!\s/#) == [])
  }

  /// Beyond a kilobyte the room comes from the allocator, each time, which the counters of objects do not see.
  @Test("Temporary room is small enough for the stack")
  func borrowsLittle() {
    let large = #/withUnsafeTemporaryAllocation\((?!byteCount: \d{1,3},)/#
    #expect(SourceFile.all.lines(with: ["withUnsafeTemporaryAllocation"], matching: large) == [])
  }

  @Test("An error is dropped only where it is named why nothing is lost")
  func dropsNoErrors() {
    #expect(
      SourceFile.all.lines(with: ["try?"], matching: #/\btry\?/#, except: Set(Self.droppedErrors.keys)) == [])
    let dropping = Set(SourceFile.all.lines(with: ["try?"], matching: #/\btry\?/#).map(\.path))
    #expect(Set(Self.droppedErrors.keys).subtracting(dropping) == [])
  }

  @Test("Libraries print nothing: words for people go through the console")
  func printsNothing() {
    #expect(
      SourceFile.all.lines(
        with: ["rint(", "NSLog(", "dump("], matching: #/\b(?:debugP|p)rint\(|\bNSLog\(|\bdump\(/#) == [])
  }

  @Test("No file keeps a note of work that is left to do")
  func hasNoMarkers() {
    let found = SourceFile.all.flatMap { file in
      file.lines.enumerated().filter { line in
        ["TODO", "FIXME", "XXX", "HACK"].contains { line.element.contains($0) }
          && line.element.contains(#/\b(TODO|FIXME|XXX|HACK)\b/#)
      }
      .map { "\(file.path):\($0.offset + 1)" }
    }
    #expect(found == [])
  }

  @Test("No file is longer than 400 lines")
  func staysShort() {
    // The last line of a file is empty, because it ends with a line feed.
    #expect(SourceFile.all.filter { $0.lines.count > 401 }.map(\.path) == [])
  }
}
