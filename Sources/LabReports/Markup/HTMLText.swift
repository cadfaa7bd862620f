/// Text that comes from outside, made harmless inside HTML and SVG: in elements and in quoted attributes.
public enum HTMLText {
  /// The text with every character that is markup as an entity, and control characters replaced.
  public static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      default:
        let isControl = scalar.properties.generalCategory == .control
        result.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }

  /// A text of at most `limit` characters; a longer one has an ellipsis for its middle. Not escaped.
  static func withoutMiddle(_ text: String, to limit: Int) -> String {
    guard text.count > limit else { return text }
    return text.prefix(limit / 2) + "…" + text.suffix(limit - limit / 2 - 1)
  }
}
