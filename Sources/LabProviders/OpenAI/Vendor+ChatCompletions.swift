/// A model of a service that speaks Chat Completions.
struct ChatModel: Sendable {
  /// Its part of the provider's id, e.g. `gpt-oss-120b`.
  var id: String
  /// As the vendor writes it, without the vendor's name.
  var name: String
  /// The service's own name for it.
  var model: String
  /// It can think before it answers.
  var reasons: Bool

  /// - Parameter model: The service's own name, where it is not the id.
  init(_ id: String, _ name: String, model: String? = nil, reasons: Bool = false) {
    self.id = id
    self.name = name
    self.model = model ?? id
    self.reasons = reasons
  }
}

extension Vendor {
  /// A vendor whose one service speaks OpenAI's Chat Completions.
  ///
  /// - Parameters:
  ///   - address: Where it answers; `/chat/completions` stands behind the base path.
  ///   - models: In the order in which lists show them.
  ///   - adapting: What a request to this service needs that OpenAI's does not, or the other way round.
  static func chatCompletions(
    id: String, name: String, keyVariable: String, address: ServiceAddress, documentation: String,
    models: [ChatModel], adapting adapt: @escaping @Sendable (inout LanguageModelOptions) -> Void = { _ in }
  ) -> Vendor {
    let chatCompletions = WireProtocol(
      id + ".chat-completions", over: .serverSentEvents, copying: OpenAIProvider.chatCompletions.family,
      makes: .languageModel { entry, address, configuration in
        var configuration = configuration
        // Services refuse fields that they do not know.
        configuration.languageModel.disablesObfuscation = false
        adapt(&configuration.languageModel)
        return ChatCompletionsSession(model: entry.model, address: address, configuration: configuration)
      })
    let entries = models.map { model in
      ProviderEntry(
        id: "\(id)/\(model.id)", displayName: "\(name) \(model.name)", model: model.model,
        wireProtocol: chatCompletions, address: address, keyVariable: keyVariable,
        capabilities: model.reasons ? [.streaming, .usage, .reasoning] : [.streaming, .usage],
        sampleRates: [], status: .current, documentation: documentation)
    }
    return Vendor(
      id: id, name: name, keyVariable: keyVariable, documentation: documentation, entries: entries)
  }
}
