import Foundation

/// A page of Markdown in the repository.
struct Page {
  /// The path below the repository, e.g. `Documentation/plan.md`.
  let path: String
  let lines: [String]

  /// The folders that hold pages, beside those at the top.
  private static let folders = ["Documentation", "Documentation/example", "Benchmarks", "Corpora"]

  /// The README, the other pages at the top, and the documentation, in the order of their paths.
  static let all: [Page] = ([""] + folders).flatMap { folder in
    let url = SourceFile.root.appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().compactMap { name in
      Page(path: folder.isEmpty ? name : "\(folder)/\(name)")
    }
  }

  init?(path: String) {
    let url = SourceFile.root.appending(path: path)
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The lines with their numbers, without blocks of code.
  var prose: [(number: Int, text: String)] {
    var isCode = false
    return lines.enumerated().compactMap { index, line in
      if line.hasPrefix("```") {
        isCode.toggle()
        return nil
      }
      return isCode ? nil : (index + 1, line)
    }
  }

  /// The anchors that its headings get on GitHub.
  var anchors: Set<String> {
    var anchors: Set<String> = []
    for (_, line) in prose where line.hasPrefix("#") {
      let heading = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
      let slug = heading.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
        .replacing(" ", with: "-")
      anchors.insert(String(slug))
    }
    return anchors
  }

  /// The targets of its links, with their lines; links to other sites are left out.
  var links: [(number: Int, target: String)] {
    prose.flatMap { number, text in
      text.matches(of: #/\]\(([^)\s]+)\)/#).map { (number, String($0.1)) }
    }
    .filter { !$0.target.contains("://") && !$0.target.hasPrefix("mailto:") }
  }
}
