import LabProviders
import LabTimeline

/// The speech-to-text providers of the catalogue, as a problem lists them.
enum Recognisers {
  static var names: String {
    ProviderCatalogue.standard.entries.filter { $0.stage == .stt }.map(\.id).joined(separator: ", ")
  }
}
