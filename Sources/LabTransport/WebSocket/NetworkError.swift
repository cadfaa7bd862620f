import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension TransportFailure {
  /// Puts an error of NIO's into our terms.
  init(networkError error: any Error) {
    switch error {
    case let failure as TransportFailure: self = failure
    case let error as NIOConnectionError: self.init(connectionError: error)
    case let error as IOError: self.init(ioError: error)
    case ChannelError.connectTimeout: self.init(.connectTimedOut, "The host did not answer in time.")
    case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
      self.init(.tls, "TLS failed: \(error).")
    case is HTTPParserError, is NIOHTTPClientUpgradeError:
      self.init(.protocolViolation, "The answer is not one that opens a WebSocket: \(error).")
    default: self.init(.other, "The connection failed: \(error).")
    }
  }

  /// Connecting tried every address; the first attempt's error speaks for all.
  private init(connectionError error: NIOConnectionError) {
    if let first = error.connectionErrors.first {
      self.init(networkError: first.error)
    } else if let lookup = error.dnsAAAAError ?? error.dnsAError {
      self.init(networkError: lookup)
    } else {
      self.init(.nameNotResolved, "The host \(error.host) has no address.")
    }
  }

  private init(ioError error: IOError) {
    switch error.errnoCode {
    case ECONNREFUSED: self.init(.refused, "Nothing listens on the host's port.")
    case ECONNRESET, EPIPE: self.init(.reset, "The other side broke the connection.")
    case ETIMEDOUT: self.init(.connectTimedOut, "The host did not answer in time.")
    case ENETUNREACH, EHOSTUNREACH: self.init(.unreachable, "There is no way to the host.")
    default: self.init(.other, "The connection failed: \(error).")
    }
  }
}

extension WebSocketConnection {
  /// Closes because a frame could not be decoded.
  func violated(_ error: NIOWebSocketError) {
    switch error {
    case .invalidFrameLength: violated(.messageTooLarge, "A frame is larger than the limit.")
    case .fragmentedControlFrame: violated(.protocolError, "A control frame came in fragments.")
    case .multiByteControlFrameLength: violated(.protocolError, "A control frame is longer than 125 bytes.")
    }
  }
}

extension TimeAmount {
  /// The same length of time in NIO's terms.
  init(_ duration: Duration) {
    self = .nanoseconds(duration.wholeNanoseconds)
  }
}
