import Foundation
public import LabErrors
package import LabYAML

/// The prices of a day, each with its source.
public struct PriceBook: Hashable, Sendable {
  /// The format of the file; a reader refuses one that it does not know.
  public static let schema = "turnlab.prices/1"

  /// The day up to which the prices were looked up, as in ISO 8601.
  public var asOf: String
  /// In the order of the file.
  public var prices: [ProviderPrice]

  public init(asOf: String, prices: [ProviderPrice]) {
    self.asOf = asOf
    self.prices = prices
  }

  /// Where a price was read.
  public struct Source: Hashable, Sendable {
    public var title: String
    public var url: String
    /// The day, month or year of the page, as in ISO 8601.
    public var date: String

    public init(title: String, url: String, date: String) {
      self.title = title
      self.url = url
      self.date = date
    }
  }

  /// The price of a provider: the one that names its id, otherwise the one whose pattern names most of it;
  /// `nil` when the book has none.
  public func price(of id: String) -> ProviderPrice? {
    let fitting = prices.compactMap { price in price.fit(id).map { (price, $0) } }
    return fitting.max { $0.1 < $1.1 }?.0
  }

  /// The book that comes with the program.
  public static let shipped: PriceBook = {
    let text = String(decoding: PackageResources.prices_yaml, as: UTF8.self)
    let reader = YAMLReader(text: text, file: "prices.yaml")
    // A test reads the same text: what is shipped has no problems.
    return PriceBookReader.book(in: reader) ?? PriceBook(asOf: "", prices: [])
  }()

  /// The name of the price book in a run folder that was priced by another than the shipped one.
  public static let fileName = "prices.yaml"

  /// The price book that a run folder brings with it; `nil` when it has none.
  public static func inFolder(_ folder: String) throws -> PriceBook? {
    let path = folder + "/" + fileName
    return FileManager.default.fileExists(atPath: path) ? try read(path) : nil
  }

  /// Reads a price book from a file.
  ///
  /// - Throws: ``PriceBookError`` with all problems, or a `YAMLFileError` when there is no such file.
  public static func read(_ path: String) throws -> PriceBook {
    try read(YAMLReader(contentsOf: path))
  }

  /// Reads what a reader holds.
  ///
  /// - Throws: ``PriceBookError`` with all problems.
  package static func read(_ reader: YAMLReader) throws(PriceBookError) -> PriceBook {
    let book = PriceBookReader.book(in: reader)
    let problems = reader.problems
    guard problems.isEmpty, let book else {
      throw PriceBookError(path: reader.file, problems: problems.map(\.description))
    }
    return book
  }
}

/// What is wrong in a price book.
public struct PriceBookError: Error, Hashable, Sendable, CustomStringConvertible {
  public let path: String
  /// One line each, with its place.
  public let problems: [String]

  /// One sentence that names the file.
  public var message: String {
    problems.count == 1
      ? "The price book \(path) has a problem, so nothing was priced."
      : "The price book \(path) has \(problems.count) problems, so nothing was priced."
  }

  /// What to do about it.
  public let hint = "Correct the lines named; Documentation/cost.md has the format."

  /// The message, the problems, and the hint.
  public var description: String { report }
}

extension PriceBookError: UserFacingError {
  public var problemLines: [String] { problems }
  public var exit: ProgramExit { .configuration }
}
