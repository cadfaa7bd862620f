extension ReportSection {
  /// The section in Markdown, under a heading of the given level; ends in a newline.
  public func markdown(level: Int = 2) -> String {
    let heading = String(repeating: "#", count: level) + " \(MarkdownTable.escaped(title))\n"
    let folded = details.map { detail in
      // A blank line behind the summary, or what follows is no Markdown.
      "<details><summary>\(HTMLText.escaped(detail.title))</summary>\n\n\(detail.markdownBody)\n</details>\n"
    }
    return ([heading, markdownBody] + folded).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The section as a part of the summary; `nil` when the summary does not show it.
  var summaryMarkdown: String? {
    switch summary {
    case .text: markdown()
    case .made(let text): "## \(MarkdownTable.escaped(summaryTitle ?? title))\n\n" + text
    case .nothing: nil
    }
  }

  private var markdownBody: String {
    var parts: [String] = []
    parts += paragraphs.map { MarkdownTable.escaped($0) + "\n" }
    for table in tables {
      parts.append("\(MarkdownTable.escaped(table.caption))\n")
      parts.append(
        MarkdownTable.text(
          header: table.header.map(MarkdownTable.escaped), leftColumns: table.leftColumns,
          rows: table.rows.map { $0.map(MarkdownTable.escaped) }))
    }
    if !notes.isEmpty { parts.append(notes.map { "- \(MarkdownTable.escaped($0))\n" }.joined()) }
    return parts.joined(separator: "\n")
  }

  /// The section for a terminal, as it is read there; ends in a newline.
  public var plainText: String {
    var parts = [([title] + paragraphs).joined(separator: "\n")]
    for table in tables {
      parts.append(([table.caption] + table.lines.map { "  " + $0 }).joined(separator: "\n"))
    }
    if !notes.isEmpty { parts.append(notes.joined(separator: "\n")) }
    let whole = Self.withoutControls(parts.joined(separator: "\n\n")) + "\n"
    return ([whole] + details.map(\.plainText)).joined(separator: "\n")
  }

  /// Names come from plans: a control character in one must not reach the terminal. Line feeds are ours.
  private static func withoutControls(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          $0 != "\n" && $0.properties.generalCategory == .control ? "\u{FFFD}" : $0
        }))
  }
}

extension ReportSection.Table {
  /// The table for a terminal, line by line, without its caption.
  var lines: [String] {
    let columns = header.enumerated().map { index, heading in
      TextTable.Column(heading: heading, alignment: index < leftColumns ? .left : .right)
    }
    let rows = rows.map { $0.map { TextTable.Field(text: $0) } }
    return TextTable(columns: columns, rows: rows).lines { text, _ in text }
  }
}
