import LabAnalysis

/// A table of the page. Numbers stand right in figures of equal width.
struct HTMLTable {
  struct Column {
    var heading: String
    var isNumber = true
    /// The heading that spans this column and its neighbours of the same group.
    var group = ""
  }

  struct Field {
    /// Escaped already.
    var markup: String
    var className = ""
    /// What the column is sorted by; `nil` for text, which is sorted as it reads.
    var sortKey: Double?

    static func text(_ text: String, class name: String = "") -> Field {
      Field(markup: HTMLText.escaped(text), className: name)
    }

    static func number(_ value: Int) -> Field {
      Field(markup: "\(value)", className: value == 0 ? "nought" : "", sortKey: Double(value))
    }

    static func milliseconds(_ value: Double?) -> Field {
      Field(
        markup: FixedPoint.milliseconds(value), className: value == nil ? "nought" : "",
        sortKey: value ?? .infinity)
    }
  }

  let caption: String
  let columns: [Column]
  let rows: [[Field]]

  var markup: String {
    """
    <div class="scroll"><table class="sortable"><caption>\(caption)</caption>
    <thead>\(groupRow)<tr>\(columns.indices.map(heading).joined())</tr></thead>
    <tbody>
    \(rows.map(row).joined(separator: "\n"))
    </tbody></table></div>

    """
  }

  private func heading(_ index: Int) -> String {
    let column = columns[index]
    let classes = [column.isNumber ? "figure" : "", startsGroup(index) ? "first" : ""].filter { !$0.isEmpty }
    return "<th scope=\"col\"\(attribute(classes))>\(HTMLText.escaped(column.heading))</th>"
  }

  private var groupRow: String {
    guard columns.contains(where: { !$0.group.isEmpty }) else { return "" }
    var spans: [(group: String, count: Int)] = []
    for column in columns {
      if spans.last?.group == column.group {
        spans[spans.count - 1].count += 1
      } else {
        spans.append((column.group, 1))
      }
    }
    let cells = spans.map { span in
      span.group.isEmpty
        ? "<td colspan=\"\(span.count)\"></td>"
        : "<th scope=\"colgroup\" class=\"group first\" colspan=\"\(span.count)\">\(span.group)</th>"
    }
    return "<tr>\(cells.joined())</tr>"
  }

  private func row(_ fields: [Field]) -> String {
    let cells = fields.enumerated().map { index, field in
      let classes = [
        columns[index].isNumber ? "figure" : "", startsGroup(index) ? "first" : "", field.className,
      ].filter { !$0.isEmpty }
      let key =
        field.sortKey.map { " data-key=\"\($0.isFinite ? FixedPoint.text($0, decimals: 3) : "9e99")\"" } ?? ""
      return "<td\(attribute(classes))\(key)>\(field.markup)</td>"
    }
    return "<tr>\(cells.joined())</tr>"
  }

  private func startsGroup(_ index: Int) -> Bool {
    !columns[index].group.isEmpty && (index == 0 || columns[index].group != columns[index - 1].group)
  }

  private func attribute(_ classes: [String]) -> String {
    classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
  }
}
