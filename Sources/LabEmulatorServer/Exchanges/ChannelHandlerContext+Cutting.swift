import NIOCore
import NIOSSL

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ChannelHandlerContext {
  /// How a connection is cut.
  enum Cut {
    /// By an orderly end of TCP.
    case close
    /// By a reset.
    case reset
  }

  /// Ends the connection at once, without the farewell of TLS, for which it would wait.
  func cut(_ how: Cut) {
    if how == .reset, let options = channel as? any SocketOptionProvider {
      // Takes effect before the call returns, being on the event loop.
      _ = options.setSoLinger(linger(l_onoff: 1, l_linger: 0))
    }
    tlsContext?.close(promise: nil) ?? channel.close(promise: nil)
  }

  /// Ends our half of TCP in order and goes on reading, until the client has ended its half too, or for so
  /// long. TLS has a farewell for that, which is left out, so there both halves end.
  func endHalf(timeout: Duration) {
    guard tlsContext == nil else { return cut(.close) }
    channel.close(mode: .output, promise: nil)
    let channel = channel
    channel.eventLoop.scheduleTask(in: TimeAmount(timeout)) { channel.close(promise: nil) }
  }

  /// Cuts the connection of a client that has long stopped reading.
  func cutIfStuck(limit: Int) {
    guard !channel.isWritable, let options = channel.syncOptions else { return }
    do {
      if try options.getOption(.bufferedWritableBytes) > limit { cut(.reset) }
    } catch {
      // The connection is closed already.
    }
  }

  private var tlsContext: ChannelHandlerContext? {
    do {
      return try pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)
    } catch {
      return nil
    }
  }
}
