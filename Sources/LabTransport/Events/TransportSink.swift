/// Takes the events of a transport.
public protocol TransportSink: AnyObject, Sendable {
  /// Takes one event, on the I/O thread; whatever this spends, later arrivals wait for.
  func deliver(_ event: TransportEvent)
}
