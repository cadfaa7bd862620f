/// A function that a model may ask the client to run.
public struct ToolDefinition: Hashable, Sendable {
  public var name: String
  /// What it does, for the model.
  public var description: String
  /// A JSON Schema of type `object`, as JSON.
  public var parameters: String

  public init(name: String, description: String, parameters: String) {
    self.name = name
    self.description = description
    self.parameters = parameters
  }
}

/// A model's wish to have a tool run.
public struct ToolCall: Hashable, Sendable {
  /// The service's name for the call; empty where the service gives none.
  public var id: String
  public var name: String
  /// A JSON object, as the model wrote it; nobody has checked it against the schema.
  public var arguments: String
  /// What the service wants to have back with the call, unread (Gemini's `thoughtSignature`).
  public var signature: String?

  public init(id: String, name: String, arguments: String, signature: String? = nil) {
    self.id = id
    self.name = name
    self.arguments = arguments
    self.signature = signature
  }
}

/// Puts streamed tool calls together, whose arguments come in fragments.
struct ToolCallAssembly: Sendable {
  /// More than any tool takes; a service that goes on sending is not believed.
  static let longestArguments = 1 << 20

  /// By the service's own number, the first to come first.
  private var calls: [(index: Int, call: ToolCall)] = []
  private var size = 0

  /// The calls so far need more memory than they may.
  var hasOverflowed: Bool { size > Self.longestArguments || calls.count > 256 }

  /// Adds a fragment. The number is an opaque key, and any part may be missing or be repeated.
  mutating func add(_ index: Int, id: String? = nil, name: String? = nil, arguments: String? = nil) {
    guard !hasOverflowed else { return }
    let place = calls.firstIndex { $0.index == index } ?? calls.endIndex
    if place == calls.endIndex { calls.append((index, ToolCall(id: "", name: "", arguments: ""))) }
    if let id, !id.isEmpty { calls[place].call.id = id }
    if let name, !name.isEmpty { calls[place].call.name = name }
    calls[place].call.arguments += arguments ?? ""
    size += (arguments?.utf8.count ?? 0) + 64
  }

  /// Takes a complete call out.
  mutating func finish(_ index: Int) -> ToolCall? {
    guard let place = calls.firstIndex(where: { $0.index == index }) else { return nil }
    return Self.whole(calls.remove(at: place).call)
  }

  /// Takes all calls out, the first to come first.
  mutating func finishAll() -> [ToolCall] {
    defer { calls.removeAll() }
    return calls.map { Self.whole($0.call) }
  }

  /// A call without arguments may come without any text for them.
  private static func whole(_ call: ToolCall) -> ToolCall {
    ToolCall(id: call.id, name: call.name, arguments: call.arguments.isEmpty ? "{}" : call.arguments)
  }
}
