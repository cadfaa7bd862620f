import LabProviders

/// What fuzzing needs to know of one vendor besides its value: the requests that the vendor's own clients
/// make and the lab's do not. A vendor without such requests has no samples: its protocols are recorded from
/// the lab's own clients.
struct VendorSamples {
  /// The requests of each fuzz target, by the name of the target.
  var requests: KeyValuePairs<String, [ConnectionRequest]>

  static let all = [assemblyAI, playHT, elevenLabs, cartesia, openAI, anthropic, google]

  static func get(_ target: String) -> ConnectionRequest {
    ConnectionRequest(
      transport: .http(method: "GET"), endpoint: .service("fuzz"), target: target,
      headers: [HeaderField("Authorization", "key")])
  }

  static func post(_ target: String, _ body: String, type: String = "application/json")
    -> ConnectionRequest
  {
    ConnectionRequest(
      transport: .http(method: "POST"), endpoint: .service("fuzz"), target: target,
      headers: [
        HeaderField("Authorization", "Bearer key"), HeaderField("x-api-key", "key"),
        HeaderField("xi-api-key", "key"),
        HeaderField("x-goog-api-key", "key"), HeaderField("anthropic-version", "2023-06-01"),
        HeaderField("Cartesia-Version", "2025-04-16"), HeaderField("X-USER-ID", "user"),
        HeaderField("Content-Type", type),
      ], body: Array(body.utf8))
  }
}
