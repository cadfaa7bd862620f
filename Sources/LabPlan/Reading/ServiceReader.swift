import LabCassette
import LabEmulation
import LabProviders
import LabRecord
import LabTimeline
import LabYAML

/// Reads the servers of a plan: `services: NAME: {base_url: …, model: …}`, and other addresses of known
/// providers.
enum ServiceReader {
  /// The entries that stand beside those of the catalogue, or in their place, in the order of the plan.
  static func read(_ mapping: YAMLMapping) -> [ProviderEntry] {
    var entries: [ProviderEntry] = []
    for name in mapping.keys {
      guard let value = mapping.optional(name), let fields = value.mapping() else { continue }
      let known = ProviderCatalogue.standard.entries.first { $0.id == name }
      let entry = known.map { elsewhere($0, fields) } ?? own(name, fields)
      if let entry { entries.append(entry) }
    }
    mapping.finish()
    return entries
  }

  /// A provider of the catalogue at another address.
  private static func elsewhere(_ entry: ProviderEntry, _ fields: YAMLMapping) -> ProviderEntry? {
    let address = address(fields)
    let key = key(fields, standard: entry.keyVariable)
    for name in ["model", "like", "kind", "voice", "sample_rate", "request"] {
      fields.optional(name)?.report(
        "“\(entry.id)” is in the catalogue, which says its “\(name)”; give a server of your own another name")
    }
    fields.finish()
    guard entry.engine == nil else {
      fields.value.report("“\(entry.id)” runs on this machine and has no address; leave it out of “services”")
      return nil
    }
    return address.map { entry.at($0, keyVariable: key) }
  }

  /// A server of the user's own.
  private static func own(_ name: String, _ fields: YAMLMapping) -> ProviderEntry? {
    let address = address(fields)
    let stage = fields.optional("kind").map(stage) ?? .llm
    let model = fields.string("model")
    let key = key(fields, standard: nil)
    var server = CompatibleServer(
      like: fields.optional("like")?.choice(of: CompatibleServer.Kind.self) ?? .openAI)
    for (field, wanted) in [("voice", Stage.tts), ("request", .llm)]
    where stage != nil && stage != wanted {
      fields.optional(field)?.report("“\(field)” is for services of kind \(wanted.rawValue); leave it out")
    }
    server.voice = fields.optionalString("voice")
    server.requestFields = fields.optional("request").map(requestFields) ?? []
    let rate = fields.optionalInt("sample_rate", in: 8000...48_000)
    if rate != nil, stage != .tts {
      fields.optional("sample_rate")?.report(
        "“sample_rate” is for services of kind tts, whose bare samples do not tell it; leave it out")
    }
    fields.finish()
    guard isName(name) else {
      fields.value.report(
        "“\(name)” is not a name of a service; write letters, digits, “-”, “_” and “.” on both sides of a slash, "
          + "e.g. vllm/qwen")
      return nil
    }
    guard let address, let stage, let model else { return nil }
    return .compatible(
      name, stage: stage, model: model, address: address, server: server, keyVariable: key,
      sampleRate: rate ?? 24_000)
  }

  private static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && !name.hasPrefix(ProviderEntry.commandPrefix)
      && parts.allSatisfy { part in
        part.first?.isASCII == true && part.first != "."
          && part.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0))
          }
      }
  }

  private static func address(_ fields: YAMLMapping) -> ServiceAddress? {
    guard let value = fields.required("base_url"), let text = value.string() else { return nil }
    do {
      return try ServiceAddress(url: text)
    } catch {
      value.report(error.description)
      return nil
    }
  }

  private static func stage(_ value: YAMLValue) -> Stage? {
    PlanReader.known(value, among: Stage.pipeline.map(\.rawValue), as: "kind of service")
      .flatMap(Stage.init(rawValue:))
  }

  /// The environment variable of the key. A key itself is refused without being repeated.
  private static func key(_ fields: YAMLMapping, standard: String?) -> String? {
    guard let value = fields.optional("key"), let text = value.string() else { return standard }
    if text == "none" { return nil }
    let isVariable =
      text.unicodeScalars.allSatisfy { ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_" }
      && text.first?.isNumber == false
    guard isVariable else {
      value.report(
        "“key” must be the name of an environment variable in capitals, such as VLLM_API_KEY, or none; a key itself "
          + "never stands in a plan")
      return standard
    }
    return text
  }

  private static func requestFields(_ value: YAMLValue) -> [RequestField] {
    guard let mapping = value.mapping() else { return [] }
    let fields = mapping.keys.compactMap { name -> RequestField? in
      guard let value = mapping.optional(name) else { return nil }
      if RequestField.reserved.contains(name) {
        value.report("“\(name)” is filled in by the lab; leave it out of “request”")
        return nil
      }
      return value.json().map { RequestField(name: name, json: $0) }
    }
    mapping.finish()
    return fields
  }
}

extension YAMLValue {
  /// The value as JSON.
  fileprivate func json() -> String? {
    if isMapping {
      guard let mapping = mapping() else { return nil }
      let fields = mapping.keys.map { name in
        "\(JSONText.quoted(name)):\(mapping.optional(name).map { $0.json() ?? "null" } ?? "null")"
      }
      mapping.finish()
      return "{\(fields.joined(separator: ","))}"
    }
    if isSequence { return sequence().map { "[\($0.map { $0.json() ?? "null" }.joined(separator: ","))]" } }
    guard !isNull, let text = scalarText() else { return "null" }
    if isText { return JSONText.quoted(text) }
    if text == "true" || text == "false" || Int(text) != nil { return text }
    return double().map { "\($0)" }
  }
}

extension RunPlan {
  /// What the paths of a service begin with where it is emulated; `nil` when it is not a service of the plan,
  /// or when a cassette is played that was recorded with the service itself.
  func emulatedBasePath(of id: String, arm: Cell.Arm) -> String? {
    guard let service = services.first(where: { $0.id == id }) else { return nil }
    if let playback, playback.cassette.header.mode == .live { return nil }
    if let known = ProviderCatalogue.standard.entries.first(where: { $0.id == id }) {
      return known.address.basePath
    }
    // The other services know a baseline by its key.
    return EmulatedServer.basePath(
      of: id, at: service.address, isBaseline: arm == .baseline && service.keyVariable == nil)
  }
}
