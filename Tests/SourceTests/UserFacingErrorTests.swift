import Testing

@Suite("Errors that users see")
struct UserFacingErrorTests {
  /// The public errors that end no command, each with what becomes of it.
  static let others: [String: String] = [
    "EngineProblem": "A run that needs the engine tells of it as a RunError; the doctor lists it.",
    "EngineLineError": "A line of an engine that is none becomes a failure of the session.",
    "ProviderFailure": "A failure of a service is data of the turn.",
  ]

  /// The names of the public types that are errors by themselves.
  private static var errors: [String] {
    SourceFile.all.flatMap { file in
      file.code.compactMap { _, text in
        text.firstMatch(of: #/^public (?:struct|enum) (\w+): (?:.*\W)?Error\b/#).map { String($0.1) }
      }
    }
  }

  @Test("conform to UserFacingError, whose hint cannot be left out")
  func conform() {
    #expect(Self.errors.count > 10)
    let conforming = Set(
      SourceFile.all.flatMap { file in
        file.code.compactMap { _, text in
          text.firstMatch(of: #/^extension (\w+): UserFacingError\b/#).map { String($0.1) }
        }
      })
    let exempt = Set(Self.others.keys).union(["ProgramExit"])
    #expect(Set(Self.errors).subtracting(conforming).subtracting(exempt) == [])
  }

  @Test("have hints that say something")
  func hints() {
    #expect(
      SourceFile.all.flatMap { file in
        file.lines.enumerated().filter { $0.element.contains(#/\bhint: ""/#) }.map {
          "\(file.path):\($0.offset + 1)"
        }
      } == [])
  }
}
