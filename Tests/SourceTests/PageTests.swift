import Foundation
import Testing

@Suite("The pages of the repository")
struct PageTests {
  @Test("link only to files and headings that exist")
  func links() {
    #expect(Page.all.count > 30)
    let broken = Page.all.flatMap { page in
      page.links.filter { !Self.exists($0.target, from: page) }.map {
        "\(page.path):\($0.number): \($0.target)"
      }
    }
    #expect(broken == [])
  }

  private static func exists(_ target: String, from page: Page) -> Bool {
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let folder = (page.path as NSString).deletingLastPathComponent
    let joined = parts[0].isEmpty ? page.path : (folder as NSString).appendingPathComponent(parts[0])
    let path = (joined as NSString).standardizingPath
    guard FileManager.default.fileExists(atPath: SourceFile.root.appending(path: path).path) else {
      return false
    }
    guard parts.count > 1 else { return true }
    return Page(path: path)?.anchors.contains(parts[1]) == true
  }

  @Test("stand in the index when they are documentation")
  func index() throws {
    let index = try #require(Page(path: "Documentation/README.md"))
    let listed = Set(index.links.map { $0.target.split(separator: "#")[0] }.map(String.init))
    let pages = Page.all.map(\.path).filter { $0.hasPrefix("Documentation/") }
      .map { String($0.dropFirst("Documentation/".count)) }
    #expect(Set(pages).subtracting(listed).subtracting(["README.md"]) == [])
  }

  @Test("are those that messages and scripts name")
  func namedPages() {
    var missing: [String] = []
    for file in SourceFile.all {
      for (index, line) in file.lines.enumerated() where line.contains(".md") {
        for match in line.matches(of: #/((?:Documentation|Benchmarks|Corpora)\/[\w\/-]+\.md)(?:#([\w-]+))?/#)
        {
          let page = Page(path: String(match.1))
          let anchor = match.2.map(String.init)
          if page == nil || anchor.map({ page?.anchors.contains($0) == false }) == true {
            missing.append("\(file.path):\(index + 1): \(match.0)")
          }
        }
      }
    }
    #expect(missing == [])
  }

  @Test("begin with a README of at most eight kilobytes")
  func readmeIsShort() throws {
    let readme = try #require(Page(path: "README.md"))
    #expect(readme.lines.joined(separator: "\n").utf8.count <= 8000)
  }

  @Test("give one line of the README to every package and system library, and to no other")
  func dependencies() throws {
    let readme = try #require(Page(path: "README.md"))
    let start = try #require(readme.lines.firstIndex { $0.hasPrefix("## Dependencies") })
    let rows = readme.lines[start...].filter { $0.hasPrefix("| ") && !$0.hasPrefix("| library") }
    let table = rows.joined(separator: "\n").lowercased()
    let manifest = try String(
      contentsOf: SourceFile.root.appending(path: "Package.swift"), encoding: .utf8)
    let packages = manifest.matches(of: #/\.package\(\s*url: "[^"]*\/([\w.-]+)"/#).map { String($0.1) }
    #expect(packages.count > 4)
    for package in packages { #expect(table.contains(Self.name(package)), "\(package)") }
    let libraries = manifest.matches(of: #/pkgConfig: "(\w+)"/#).map { String($0.1) }
    for library in libraries { #expect(table.contains(Self.name(library)), "\(library)") }
  }

  /// What the README calls a package or library.
  private static func name(_ package: String) -> String {
    let names = [
      "GRDB.swift": "grdb", "swift-nio": "swiftnio", "swift-nio-ssl": "niossl", "fftw3f": "fftw",
      "sndfile": "libsndfile", "samplerate": "libsamplerate", "opus": "libopus",
    ]
    return names[package] ?? package.lowercased()
  }
}
