import Foundation
import FuzzSupport

/// What was asked for.
struct FuzzArguments {
  /// Beginnings of parsers' names; all when empty.
  var parsers: [String] = []
  var inputs = 1_000_000
  var seed: UInt64 = 1
  /// The minimised corpus is written anew.
  var keepsCorpus = false
  /// The parser that this process is to fuzz, as a child.
  var child: String?
  /// Where the child notes what it is at.
  var state = ""
  /// An input to run once, as a child.
  var replay: String?
  let root =
    ProcessInfo.processInfo.environment["TURNLAB_PROJECT"] ?? FileManager.default.currentDirectoryPath

  init(_ words: some Sequence<String>) {
    var words = Array(words)[...]
    while let word = words.popFirst() {
      switch word {
      case "--inputs": inputs = words.popFirst().flatMap { Int($0) } ?? inputs
      case "--seed": seed = words.popFirst().flatMap { UInt64($0) } ?? seed
      case "--keep": keepsCorpus = true
      case "--child": child = words.popFirst()
      case "--state": state = words.popFirst() ?? ""
      case "--replay": replay = words.popFirst()
      default: parsers.append(word)
      }
    }
  }

  var targets: [FuzzTarget] {
    FuzzTarget.all.filter { target in parsers.isEmpty || parsers.contains { target.name.hasPrefix($0) } }
  }

  /// The file of a parser's kept inputs.
  func corpusPath(_ parser: String) -> String {
    root + "/Tests/FuzzTests/Corpus/" + parser.replacingOccurrences(of: "/", with: ".") + ".txt"
  }
}
