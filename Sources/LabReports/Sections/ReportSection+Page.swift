import LabAnalysis

extension ReportSection {
  /// The section as a numbered part of the page; `nil` when the page does not show it.
  func markup(number: Int) -> String? {
    let content: String
    switch page {
    case .text: content = Self.lead(HTMLText.escaped(paragraphs.first ?? "")) + body
    case .made(let markup): content = markup
    case .nothing: return nil
    }
    return """
      <section id="\(anchor)" aria-labelledby="\(anchor)-title">
      <h2 id="\(anchor)-title"><span class="number">\(number)</span>\(HTMLText.escaped(title))</h2>
      \(content)
      </section>

      """
  }

  /// How to read what follows; the text is markup.
  static func lead(_ markup: String) -> String { "<p class=\"lead\">\(markup)</p>\n" }

  /// The name of the section in addresses.
  var anchor: String { HTMLText.escaped(id) }

  /// The text behind its first paragraph, as markup.
  var body: String {
    // A table alone is what the section's title says; of several each needs its own.
    let isOneOfSeveral = tables.count > 1
    let tables = tables.map { table in
      let caption = HTMLText.escaped(table.caption)
      let heading = isOneOfSeveral && !caption.isEmpty ? "<h3>\(caption)</h3>\n" : ""
      return heading + table.markup
    }
    let texts = [Array(paragraphs.dropFirst()), notes].map { texts in
      texts.map { "<p>\(HTMLText.escaped($0))</p>\n" }.joined()
    }
    let folded = details.map { detail in
      """
      <details id="\(detail.anchor)"><summary>\(HTMLText.escaped(detail.title))</summary>
      <p>\(HTMLText.escaped(detail.paragraphs.first ?? ""))</p>
      \(detail.body)</details>

      """
    }
    return texts[0] + tables.joined() + texts[1] + folded.joined()
  }
}

extension ReportSection.Table {
  /// The table for the page.
  var markup: String {
    HTMLTable(
      caption: HTMLText.escaped(caption),
      columns: header.enumerated().map { index, heading in
        HTMLTable.Column(heading: heading, isNumber: index >= leftColumns)
      },
      rows: rows.map { $0.map { HTMLTable.Field.text($0) } }
    ).markup
  }
}
