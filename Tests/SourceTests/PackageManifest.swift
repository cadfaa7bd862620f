import Foundation

/// What `Package.swift` says of the modules, read as text.
enum PackageManifest {
  /// A module with what it may import.
  struct Module {
    let name: String
    /// Modules of the package, the C libraries among them.
    let modules: [String]
    /// Products of other packages; each is named as the module that it holds.
    let products: [String]
  }

  /// What comes with the toolchain and the platforms.
  static let ofTheSystem: Set = [
    "Foundation", "Synchronization", "Glibc", "Darwin", "Dispatch", "AVFAudio", "Speech",
  ]

  /// In the order of the list, lowest first.
  static let modules: [Module] = {
    guard
      let text = try? String(contentsOf: SourceFile.root.appending(path: "Package.swift"), encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n  Module(").dropFirst().map { piece in
      Module(
        name: strings(after: "name: ", in: piece).first ?? "",
        modules: strings(after: "modules: [", in: piece),
        products: strings(after: "products: [", in: piece))
    }
  }()

  /// The quoted names from a label to the end of its list or argument.
  private static func strings(after label: String, in text: Substring) -> [String] {
    guard let start = text.range(of: label) else { return [] }
    let list = text[start.upperBound...].prefix { $0 != "]" && $0 != ")" }
    let names = list.matches(of: #/"(\w+)"/#).map { String($0.1) }
    return label.hasSuffix("[") ? names : Array(names.prefix(1))
  }
}

extension SourceFile {
  /// What the files of a module import, each with a place where they do.
  static func imports(of module: String) -> [String: String] {
    var places: [String: String] = [:]
    for file in all where file.module == module {
      for (number, text) in file.code where text.contains("import ") {
        guard let match = text.firstMatch(of: #/^\s*(?:@\w+(?:\(\w+\))? )?(?:\w+ )?import (?:\w+ )?(\w+)/#)
        else { continue }
        places[String(match.1)] = places[String(match.1)] ?? "\(file.path):\(number)"
      }
    }
    return places
  }
}
