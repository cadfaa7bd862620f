public import LabEmulation
public import LabProviders
import LabRecord
import LabTimeline

/// The emulated services of a run's arms, all behind one address.
///
/// A real service knows its customers by their keys, and so do these: each arm has a key of its own, and
/// nothing else that travels tells the arms apart.
public struct EmulatedArms: Sendable {
  private let candidate: EmulatedProviders
  private let baseline: EmulatedProviders?

  init(candidate: EmulatedProviders, baseline: EmulatedProviders?) {
    self.candidate = candidate
    self.baseline = baseline
  }

  /// The key that an arm gives to every emulated service.
  static func key(of arm: Cell.Arm) -> String {
    arm == .baseline ? "emulated-baseline" : "emulated"
  }

  /// The services of one arm.
  func providers(of arm: Cell.Arm) -> EmulatedProviders {
    arm == .baseline ? baseline ?? candidate : candidate
  }

  /// The server half that answers a request; one whose key belongs to no arm is the candidate's.
  public func exchange(for request: ConnectionRequest) -> any EmulatedExchange {
    providers(for: request).exchange(for: request)
  }

  /// What goes wrong with a request before it has a connection.
  public func connectionFault(for request: ConnectionRequest) -> FaultRule? {
    providers(for: request).connectionFault(for: request)
  }

  private func providers(for request: ConnectionRequest) -> EmulatedProviders {
    // Every service names its own header for the key, but each puts it last.
    let isBaseline = request.headers.contains {
      $0.value.split(separator: " ").last.map(String.init) == Self.key(of: .baseline)
    }
    return providers(of: isBaseline || EmulatedServer.isOfBaseline(request) ? .baseline : .candidate)
  }
}
