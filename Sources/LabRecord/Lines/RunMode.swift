/// Where the conversations of a run take place.
public enum RunMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Virtual time, emulated providers in the process, no sockets.
  case offline
  /// Real time, emulated providers on 127.0.0.1, real sockets.
  case loopback
  /// Real time, the real providers.
  case live
}
