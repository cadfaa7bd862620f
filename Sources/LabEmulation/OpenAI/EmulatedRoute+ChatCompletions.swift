import LabProviders

extension EmulatedRoute {
  /// Chat Completions of a vendor, at one path. The body names the model as the vendor's service names it.
  ///
  /// - Parameter service: How the service words its answers.
  static func chatCompletions<Codec: LanguageModelCodec>(
    _ path: String, of vendor: Vendor, service: LanguageModelService<Codec>
  ) -> EmulatedRoute {
    let ids = Dictionary(uniqueKeysWithValues: vendor.entries.map { ($0.model, $0.id) })
    return EmulatedRoute(.http, path) { call in
      call.languageModel(service) { ids[$0] ?? "\(vendor.id)/\($0)" }
    }
  }
}
