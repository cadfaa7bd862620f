import Foundation
import FuzzSupport
import TestSupport

/// The inputs that are kept with the sources, a file for each parser.
enum FuzzCorpus {
  static func inputs(of parser: String) -> [FuzzInput] {
    let name = parser.replacingOccurrences(of: "/", with: ".") + ".txt"
    let path = Repository.file("Tests/FuzzTests/Corpus/" + name).path
    return FileManager.default.contents(atPath: path).map { FuzzText.inputs(Array($0)) } ?? []
  }
}
