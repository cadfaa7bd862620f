import NIOCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where the server listens: checked, and translated back when the system refuses.
struct ListenAddress {
  let host: String
  let port: Int

  /// - Throws: `EmulatorServerError` when the host is not an IP address, or one that other machines reach.
  init(host: String, port: Int, allowsOtherMachines: Bool) throws {
    self.host = host == "localhost" ? "127.0.0.1" : host
    self.port = port
    guard (0...65535).contains(port) else {
      throw EmulatorServerError(
        .invalidSetting, "\(port) is not a port.", hint: "Choose one of 1 to 65535, or 0 for any free one.")
    }
    let address: SocketAddress
    do {
      address = try SocketAddress(ipAddress: self.host, port: port)
    } catch {
      throw EmulatorServerError(
        .invalidSetting, "\(host) is not an IP address to listen on.", hint: "Use 127.0.0.1.")
    }
    guard address.isLoopback || allowsOtherMachines else {
      throw EmulatorServerError(
        .notLoopback, "Listening on \(host) would let other machines reach the emulated services.",
        hint: "Use 127.0.0.1, or allow other machines explicitly.")
    }
  }

  /// Says in one sentence why the system does not let the server listen here.
  func explain(_ error: any Error) -> EmulatorServerError {
    switch (error as? IOError)?.errnoCode {
    case EADDRINUSE:
      EmulatorServerError(
        .portInUse, "Port \(port) on \(host) is already in use.",
        hint: "Stop the process that listens there, choose another port, or 0 for any free one.")
    case EACCES:
      EmulatorServerError(
        .cannotListen, "Port \(port) is reserved for the system.", hint: "Choose a port above 1023.")
    case EADDRNOTAVAIL:
      EmulatorServerError(
        .cannotListen, "This machine does not have the address \(host).", hint: "Use 127.0.0.1.")
    default:
      EmulatorServerError(
        .cannotListen, "Listening on \(host), port \(port), failed: \(error).", hint: "Choose another port.")
    }
  }
}

extension SocketAddress {
  /// Whether only this machine reaches the address: 127.0.0.0/8 or ::1.
  fileprivate var isLoopback: Bool {
    switch self {
    case .v4: ipAddress?.hasPrefix("127.") ?? false
    case .v6: ipAddress == "::1"
    case .unixDomainSocket: true
    }
  }
}
