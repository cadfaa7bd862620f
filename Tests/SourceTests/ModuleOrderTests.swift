import Foundation
import Testing

@Suite("The modules in Package.swift")
struct ModuleOrderTests {
  /// The modules in the order in which the package lists them, lowest first.
  static let order: [String] = {
    guard
      let text = try? String(contentsOf: SourceFile.root.appending(path: "Package.swift"), encoding: .utf8)
    else { return [] }
    return text.matches(of: #/Module\(\s*name: "(\w+)"/#).map { String($0.1) }
  }()

  @Test("import only modules that stand above them in the list")
  func importsPointUp() throws {
    #expect(Self.order.count > 10)
    for file in SourceFile.all where file.module != "TurnLabProgram" {
      let place = try #require(Self.order.firstIndex(of: file.module), "\(file.path)")
      for (number, text) in file.code {
        guard text.contains("import "),
          let match = text.firstMatch(of: #/^\s*(?:@\w+(?:\(\w+\))? )?(?:\w+ )?import (Lab\w+|TurnLab)/#)
        else {
          continue
        }
        let imported = try #require(Self.order.firstIndex(of: String(match.1)), "\(file.path):\(number)")
        #expect(imported < place, "\(file.path):\(number) imports \(match.1)")
      }
    }
  }

  @Test("are the folders of Sources, one each, beside the executable and the C libraries")
  func foldersAreModules() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: SourceFile.root.appending(path: "Sources").path)
    #expect(Set(folders) == Set(Self.order + ["TurnLabProgram", "Clibraries"]))
  }

  @Test("have their tests in a folder named after them")
  func testsMirrorSources() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: SourceFile.root.appending(path: "Tests").path)
    #expect(Set(Self.order.map { $0 + "Tests" }).subtracting(folders) == [])
  }

  @Test("share no name with a type in them, which would hide the module")
  func noTypeHidesItsModule() {
    let modules = Set(Self.order)
    for file in SourceFile.all {
      for (number, text) in file.code where text.contains("Lab") {
        for match in text.matches(of: #/\b(?:struct|class|enum|actor|protocol) (Lab\w+)\b/#) {
          #expect(!modules.contains(String(match.1)), "\(file.path):\(number)")
        }
      }
    }
  }
}
