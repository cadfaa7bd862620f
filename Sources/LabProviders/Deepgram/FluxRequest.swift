import LabTimeline

/// The opening of a Flux session: its query and headers.
///
/// Documented at developers.deepgram.com/docs/flux/configuration.
struct FluxRequest {
  let model: String
  let address: ServiceAddress
  let configuration: SessionConfiguration

  var connection: ConnectionRequest {
    address.webSocket(
      "/listen", query: query,
      headers: DeepgramHeaders.fields(configuration, connection: 0))
  }

  private var query: QueryString {
    let options = configuration.speechToText
    var query = QueryString([
      .init("model", model), .init("encoding", "linear16"),
      .init("sample_rate", String(configuration.sampleRate)),
    ])
    // English has a model of its own, which knows no hints.
    if model == "flux-general-multi" { query.append("language_hint", configuration.language) }
    switch options.endpointing {
    case .serviceDefault: break
    // The model's own end of turn is off at 1, and the longest time-out that there is stands behind it.
    case .off:
      query.append("eot_threshold", "1.0")
      query.append("eot_timeout_ms", "60000")
    case .after(let silence):
      query.append("eot_timeout_ms", String(min(max(silence.nanoseconds / 1_000_000, 500), 60_000)))
    }
    if options.endpointing != .off, let threshold = options.eagerEndOfTurn {
      query.append("eager_eot_threshold", String(min(max(threshold, 0.3), 0.7)))
    }
    return query
  }
}
