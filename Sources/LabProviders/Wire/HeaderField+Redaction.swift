extension HeaderField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The header as a line; the value of a header that authorises is hidden.
  public var description: String {
    switch name.lowercased() {
    case "authorization", "x-api-key", "xi-api-key", "api-key", "x-goog-api-key", "sec-websocket-protocol":
      "\(name): [hidden]"
    default: "\(name): \(value)"
    }
  }

  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: ["line": description]) }
}
