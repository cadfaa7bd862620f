/// Tables and text in GitHub's Markdown.
public enum MarkdownTable {
  /// A table whose columns from `leftColumns` on are numbers and stand right.
  public static func text(header: [String], leftColumns: Int, rows: [[String]]) -> String {
    let rule = header.indices.map { $0 < leftColumns ? "---" : "---:" }
    return ([header, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// A text in which nothing is markup.
  public static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\n", "\r", "\r\n", "\t": " "
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\\", "`", "*", "_", "[", "]", "|", "#", "~": "\\\(character)"
      default: String(character)
      }
    }.joined()
  }
}
