/// A part of a report that is made outside of this module: sentences and tables of text, for every format.
public struct ReportSection: Hashable, Sendable {
  /// Tells the section apart on the page: lower-case letters, digits and hyphens.
  public var id: String
  public var title: String
  /// What stands first, one sentence or more each. Plain text, nothing in it is markup.
  public var paragraphs: [String]
  public var tables: [Table]
  /// What must be known beside the figures; stands behind the tables.
  public var notes: [String]
  /// What only some readers want to see: folded on the page and in Markdown. Details have none of their own.
  public var details: [ReportSection]

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
    id: String, title: String, paragraphs: [String] = [], tables: [Table] = [], notes: [String] = [],
    details: [ReportSection] = []
  ) {
    self.id = id
    self.title = title
    self.paragraphs = paragraphs
    self.tables = tables
    self.notes = notes
    self.details = details
  }
}
