import Foundation
import Testing

@Suite("House rules")
struct HouseRuleTests {
  /// The files that may drop an error, each with the reason why nothing is lost.
  static let droppedErrors: [String: String] = [
    "LabAudio/Files/RIFFLength.swift": "A file that was only read is closed; its contents are there already.",
    "LabEmulation/Template/TemplateEmulation.swift": "A line that is no command is answered with an error.",
    "LabProviders/Wire/JSONText.swift": "Whoever reads JSON says what it means that it is of another form.",
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
