/// Finds the recorded conversation of a cell by its identity.
public struct CassetteIndex: Sendable {
  private let conversations: [RecordedConversation]

  public init(_ cassette: Cassette) {
    conversations = cassette.conversations
  }

  /// The recording that plays a conversation: of the same cell where there is one, else of any with the same
  /// providers; a later repetition than was recorded begins again with the first.
  public func recording(of wanted: CassetteIdentity) -> RecordedConversation? {
    let all = conversations.filter {
      $0.identity.providers == wanted.providers && $0.identity.name == wanted.name
    }
    let cell = all.filter { $0.identity.cell == wanted.cell }
    let candidates = cell.isEmpty ? all : cell
    let exact = candidates.first {
      $0.identity.iteration == wanted.iteration && $0.identity.isWarmup == wanted.isWarmup
    }
    return exact ?? (candidates.isEmpty ? nil : candidates[wanted.iteration % candidates.count])
  }

  /// The timings of all conversations with the same providers.
  public func draws(for wanted: CassetteIdentity, seed: UInt64) -> TurnDraws {
    TurnDraws(
      from: conversations.filter { $0.identity.providers == wanted.providers }, seed: seed,
      name: "\(wanted.name).\(wanted.iteration)")
  }
}
