public import LabEmulation
import NIOCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What goes wrong with a connection before anything is said on it.
public enum ConnectionFault: Hashable, Sendable {
  /// It is broken as soon as it stands. A server that listens cannot do more: the system accepts for it. A
  /// port that truly refuses is ``FaultListeners``' affair.
  case broken
  /// What should be a TLS handshake is answered in plain text.
  case plainText
  /// Nothing that the client says is read for so long, not even its part of a TLS handshake.
  case slow(Duration)

  /// What a rule of a plan means for a connection; `nil` for rules about something else.
  public init?(_ rule: FaultRule) {
    switch rule.fault {
    case .refused: self = .broken
    case .tlsFailure: self = .plainText
    case .slowHandshake: self = .slow(rule.duration ?? FaultRule.standardHandshake)
    default: return nil
    }
  }
}

/// Answers whatever comes first with plain text, which ends a TLS handshake, and closes.
final class PlainTextAnswer: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private static let answer = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let channel = context.channel
    context.writeAndFlush(Self.wrapOutboundOut(channel.allocator.buffer(string: Self.answer)))
      .assumeIsolated().whenComplete { _ in channel.close(promise: nil) }
  }
}

/// A connection that a plan breaks before it is used.
struct BrokenByPlan: Error {}

extension Channel {
  /// Makes the next close a reset.
  func resetOnClose() {
    // Takes effect before the call returns, being on the event loop.
    if let options = self as? any SocketOptionProvider {
      _ = options.setSoLinger(linger(l_onoff: 1, l_linger: 0))
    }
  }
}
