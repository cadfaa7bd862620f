import Foundation
import LabTimeline
import LabYAML

/// The readings that manifests and recipes share.
extension YAMLMapping {
  /// Reads the schema and reports any other than the one wanted.
  func schema(_ wanted: String) {
    guard let value = required("schema"), let given = value.string(), given != wanted else { return }
    value.report("this program reads the schema \(wanted), not \(given)")
  }

  /// Reads a name that can be a file name: letters, digits, `-`, `_` and `.`, not starting with a dot.
  func identifier(_ key: String) -> String? {
    guard let value = required(key), let text = value.string() else { return nil }
    let isSafe = text.unicodeScalars.allSatisfy {
      $0.isASCII
        && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0))
    }
    guard isSafe, !text.isEmpty, !text.hasPrefix(".") else {
      value.report("“\(key)” must be made of letters a to z, digits, “-”, “_” and “.”, not “\(text)”")
      return nil
    }
    return text
  }

  /// Reads text that is not blank.
  func text(_ key: String) -> String? {
    guard let value = required(key), let text = value.string() else { return nil }
    guard text.contains(where: { !$0.isWhitespace }) else {
      value.report("“\(key)” must not be blank")
      return nil
    }
    return text
  }

  /// Reads a BCP 47 tag; its form is checked, not the registry.
  func languageTag(_ key: String) -> String? {
    guard let value = required(key), let tag = value.string() else { return nil }
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    let isWord = parts.allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    guard isWord, (2...3).contains(parts[0].count), parts[0].allSatisfy(\.isLetter) else {
      value.report("“\(key)” must be a language tag such as en, de-DE or it-IT, not “\(tag)”")
      return nil
    }
    return tag
  }

  /// Reads a sample rate in hertz.
  func sampleRate(_ key: String) -> SampleRate? {
    int(key, in: SampleRate.allowed).map(SampleRate.init(hertz:))
  }

  /// Reads when an utterance begins, and holds the first of a conversation apart from the others.
  func beginning(isFirst: Bool) -> UtteranceBeginning? {
    guard let value = required("begins"), let mapping = value.mapping() else { return nil }
    let range = 0...3_600_000
    let readings: [UtteranceBeginning?] = [
      mapping.optionalInt("at_ms", in: range).map { .at(.milliseconds($0)) },
      mapping.optionalInt("after_reply_ms", in: range).map { .afterReply(.milliseconds($0)) },
      mapping.optionalInt("barge_in_ms", in: range).map { .bargeIn(.milliseconds($0)) },
    ]
    let keys = ["at_ms", "after_reply_ms", "barge_in_ms"].filter { mapping.optional($0) != nil }
    mapping.finish()
    guard keys.count == 1 else {
      value.report("“begins” needs exactly one of at_ms, after_reply_ms and barge_in_ms")
      return nil
    }
    guard let beginning = readings.compactMap({ $0 }).first else { return nil }
    if case .at = beginning {
      if !isFirst {
        value.report("only the first utterance can begin at a time; use after_reply_ms or barge_in_ms")
      }
    } else if isFirst {
      value.report("the first utterance has no reply before it; let it begin with at_ms")
    }
    return beginning
  }

  /// Reads the class of an interruption; only an utterance that barges in has one, speech unless told.
  func interruption(of beginning: UtteranceBeginning?) -> SoundKind? {
    let value = optional("interruption")
    let choice = value?.choice(of: SoundKind.self)
    guard case .bargeIn = beginning else {
      if beginning != nil {
        value?.report("“interruption” is only for an utterance that begins with barge_in_ms")
      }
      return nil
    }
    return choice ?? .speech
  }
}
