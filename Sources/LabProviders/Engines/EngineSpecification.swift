/// Which engine on this machine serves a provider: one that the lab knows, or any program that speaks the
/// line protocol.
public enum EngineSpecification: Hashable, Sendable {
  /// An engine that runs inside the lab's process, by its name in the catalogue, e.g. `flite/slt`.
  case builtIn(String)
  /// A program with its arguments. Without a slash it is looked for where the shell looks; with one, from the
  /// folder in which the lab was started.
  case program([String])
}

extension ServiceAddress {
  /// No service: an engine on this machine.
  static let thisMachine = ServiceAddress(
    endpoint: Endpoint(isSecure: false, host: "this-machine", port: 0), basePath: "")
}

extension ConnectionRequest {
  /// Opens a session with an engine. Its target is the provider's name, its body the line that opens the
  /// session.
  static func engine(
    _ specification: EngineSpecification, provider: String, opening: EngineOpening
  ) -> ConnectionRequest {
    ConnectionRequest(
      transport: .engine(specification), endpoint: ServiceAddress.thisMachine.endpoint, target: provider,
      headers: [HeaderField("X-Client-Request-Id", opening.session)],
      body: Array(EngineCommand.open(opening).line.utf8))
  }
}
