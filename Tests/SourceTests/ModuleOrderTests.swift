import Foundation
import Testing

@Suite("The modules in Package.swift")
struct ModuleOrderTests {
  /// The modules in the order in which the package lists them, lowest first.
  static let modules = PackageManifest.modules
  static let order = modules.map(\.name)

  @Test("import only modules that stand above them in the list")
  func importsPointUp() throws {
    #expect(Self.order.count > 10)
    for (place, module) in Self.modules.enumerated() {
      for dependency in module.modules where dependency.hasPrefix("Lab") {
        let above = try #require(Self.order.firstIndex(of: dependency), "\(module.name) needs \(dependency)")
        #expect(above < place, "\(module.name) needs \(dependency), which stands below it")
      }
    }
  }

  @Test("import what they declare, and nothing that they do not")
  func importsAreDeclared() {
    for module in Self.modules {
      let declared = Set(module.modules + module.products)
      let imported = SourceFile.imports(of: module.name)
      for name in imported.keys.sorted() where !PackageManifest.ofTheSystem.contains(name) {
        #expect(
          declared.contains(name),
          "\(imported[name] ?? "") imports \(name), which Package.swift does not list for \(module.name)")
      }
      for name in declared.sorted() {
        #expect(
          imported[name] != nil, "Package.swift lists \(name) for \(module.name), which never imports it")
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
