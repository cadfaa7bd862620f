import Foundation

/// What a command prints with `--json`, where no module has a format of its own for it.
package enum JSONDocument {
  /// Indented JSON with sorted keys, so that equal values are equal texts.
  package static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
