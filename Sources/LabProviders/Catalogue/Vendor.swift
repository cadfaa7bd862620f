/// A vendor as a client sees it: who asks for the key, and every provider that the lab can talk to there.
///
/// A vendor is declared once, in a folder of its own, and listed in ``Vendor/all``; the catalogue is made of
/// that list. How its services are emulated is the same vendor's `EmulatedVendor`.
package struct Vendor: Sendable {
  /// What the ids of its entries begin with, e.g. `deepgram`.
  package let id: String
  /// The name as the vendor writes it.
  package let name: String
  /// The environment variable that holds the key; `nil` for engines on this machine, which need none.
  package let keyVariable: String?
  /// Where the vendor documents its interfaces.
  package let documentation: String
  /// Its models, each with the protocol that it is spoken to in.
  package let entries: [ProviderEntry]
}
