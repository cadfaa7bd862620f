import LabProviders

/// The speech-to-text providers of the catalogue, as a problem lists them.
enum Recognisers {
  static var names: String {
    ProviderCatalogue.standard.entries.filter { $0.kind == .speechToText }.map(\.id).joined(separator: ", ")
  }
}
