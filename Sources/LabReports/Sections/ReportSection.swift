/// A part of a report: sentences and tables of text, which every format shows in its way, or what is made for one format.
public struct ReportSection: Hashable, Sendable {
  /// Tells the section apart on the page: lower-case letters, digits and hyphens.
  public var id: String
  public var title: String
  /// The heading in `summary.md`; `nil` for the title.
  public var summaryTitle: String?
  /// What stands first, one sentence or more each. Plain text, nothing in it is markup.
  public var paragraphs: [String]
  public var tables: [Table]
  /// What must be known beside the figures; stands behind the tables.
  public var notes: [String]
  /// What only some readers want to see: folded on the page and in Markdown. Details have none of their own.
  public var details: [ReportSection]
  /// What `report.html` shows; what is made for it is markup, its lead included.
  public var page: Form
  /// What `summary.md` shows; what is made for it is Markdown without the heading.
  public var summary: Form

  /// What one format shows of the section.
  public enum Form: Hashable, Sendable {
    /// Its paragraphs, tables, notes and details.
    case text
    /// What is made for this format alone.
    case made(String)
    /// Nothing.
    case nothing
  }

  /// A table of text.
  public struct Table: Hashable, Sendable {
    public var caption: String
    public var header: [String]
    /// How many columns, from the first, hold words; the others hold numbers and stand right.
    public var leftColumns: Int
    public var rows: [[String]]

    public init(caption: String, header: [String], leftColumns: Int, rows: [[String]]) {
      self.caption = caption
      self.header = header
      self.leftColumns = leftColumns
      self.rows = rows
    }
  }

  public init(
    id: String, title: String, summaryTitle: String? = nil, paragraphs: [String] = [], tables: [Table] = [],
    notes: [String] = [],
    details: [ReportSection] = [], page: Form = .text, summary: Form = .text
  ) {
    self.id = id
    self.title = title
    self.summaryTitle = summaryTitle
    self.paragraphs = paragraphs
    self.tables = tables
    self.notes = notes
    self.details = details
    self.page = page
    self.summary = summary
  }
}
