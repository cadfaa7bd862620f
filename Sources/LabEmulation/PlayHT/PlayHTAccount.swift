import LabProviders
import LabTimeline

/// Answers what PlayHT's Python SDK asked for before it spoke: a lease, and the addresses of the engines.
///
/// Source: Python SDK 0.1.14. The addresses carried their own authorisation, and ours take none.
struct PlayHTAccount: EmulatedExchange {
  /// What is asked for.
  enum Answer: Hashable, Sendable {
    case lease, addresses, webSocketAddresses
  }

  static let streamPath = "/api/playht/stream"
  static let webSocketPath = "/api/playht/websocket"

  private static let engines = ["Play3.0-mini", "PlayDialog", "PlayDialogMultilingual", "PlayDialogArabic"]
  /// An emulated service knows no calendar; this is far enough.
  private static let expiry = "2099-12-31T23:59:59.000Z"

  let request: ConnectionRequest
  let answers: Answer

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    guard input == .opened else { return }
    guard PlayHTEmulation.hasKey(request) else {
      return PlayHTEmulation.refuse(
        status: 401, "UNAUTHORIZED", "The headers Authorization and X-User-Id are required.", into: &actions)
    }
    let (type, body): (String, [UInt8]) =
      switch answers {
      case .lease: ("application/octet-stream", lease)
      case .addresses: ("application/json", Array(addresses.utf8))
      case .webSocketAddresses: ("application/json", Array(webSocketAddresses.utf8))
      }
    actions.append(.respond(status: 200, headers: [HeaderField("Content-Type", type)]))
    actions.append(.body(body, received: now))
    actions.append(.endBody)
  }

  private var host: String {
    request.headers.value(of: "Host") ?? "\(request.endpoint.host):\(request.endpoint.port)"
  }

  /// A signature of 64 bytes, when the lease began and how long it lasts in seconds, and where the voices
  /// are.
  private var lease: [UInt8] {
    [UInt8](repeating: 0, count: 68) + [0xFF, 0xFF, 0xFF, 0xFF]
      + Array("{\"inference_address\":\(JSONText.quoted(host))}".utf8)
  }

  private var addresses: String {
    let secure = request.endpoint.isSecure ? "s" : ""
    let entries = Self.engines.map {
      "\"\($0)\":{\"http_streaming_url\":\"http\(secure)://\(host)\(Self.streamPath)\","
        + "\"websocket_url\":\"ws\(secure)://\(host)\(Self.webSocketPath)\"}"
    }
    return "{\(entries.joined(separator: ",")),\"expires_at\":\"\(Self.expiry)\"}"
  }

  private var webSocketAddresses: String {
    let secure = request.endpoint.isSecure ? "s" : ""
    let entries = Self.engines.map { "\"\($0)\":\"ws\(secure)://\(host)\(Self.webSocketPath)\"" }
    return "{\"websocket_urls\":{\(entries.joined(separator: ","))},\"expires_at\":\"\(Self.expiry)\"}"
  }
}
