import LabProviders

/// Replies from templates, in real time: as fast as this machine makes them.
final class TemplateEngine: Engine {
  private var templates: [String: TemplateReply] = [:]

  func open(_ session: EngineSession) throws(EngineProblem) -> Int? {
    let language = session.opening.primaryLanguage
    if templates[language] == nil { templates[language] = TemplateReply(language: language) }
    return nil
  }

  func handle(_ command: EngineCommand, in session: EngineSession) {
    guard case .request(let id, let messages) = command else { return }
    guard let template = templates[session.opening.primaryLanguage] else { return }
    let tokens = template.tokens(to: messages)
    for token in tokens {
      if session.isCancelled(id) { return }
      session.reply(.token(id, token))
    }
    session.reply(.done(id, template.usage(of: tokens.count, to: messages)))
  }

  func close(_ session: EngineSession) {}
}
