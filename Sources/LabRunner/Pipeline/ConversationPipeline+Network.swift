import LabConversation
import LabProviders
import LabRecord
import LabTimeline

/// What the network did, noted on the turn that it did it to.
extension ConversationPipeline {
  /// Notes the parts of setting up a connection.
  ///
  /// In virtual time only over legs that are followed packet by packet: elsewhere the parts are draws of a model, and
  /// their sum says all there is to say.
  mutating func noteParts(of parts: ConnectionSetup, as stage: ProviderStage, since requested: LabInstant) {
    guard time != .virtual || setup.tellsConnecting else { return }
    let kinds = TurnEvent.Kind.connecting(stage)
    guard kinds.count == 4 else { return }
    var at = requested
    if let lookup = parts.nameLookup {
      at = at + lookup
      note(kinds[0], at: at)
    }
    guard let connect = parts.connect else { return }
    note(kinds[1], at: at)
    at = at + connect
    note(kinds[2], at: at)
    guard let tls = parts.tls else { return }
    note(kinds[3], at: at + tls)
  }

  /// Puts what is heard from the caller meanwhile in the place of what was captured.
  mutating func passMedia(_ facts: [Caller.Fact]) {
    guard uplink != nil else { return }
    for case .began(let utterance, _, let ends) in facts { uplink?.watch(utterance: utterance, ends: ends) }
    for end in uplink?.pass(&buffer) ?? [] { ledger.heard(utterance: end.utterance, at: end.at) }
    countConcealed()
  }

  /// Counts frames of the media leg that were made up, in the turn under way.
  mutating func countConcealed() {
    let count = (uplink?.takeConcealed() ?? 0) + (playout.media?.takeConcealed() ?? 0)
    guard count > 0 else { return }
    ledger.update(machine.state == .idle ? nil : machine.turn) { $0.counts.concealedFrames += count }
  }

  /// Counts what an emulated network did, in the turn under way.
  mutating func count(retransmissions: Int = 0, outages: Int = 0) {
    ledger.update(machine.state == .idle ? nil : machine.turn) { entry in
      entry.counts.retransmissions += retransmissions
      entry.counts.outages += outages
    }
  }
}

extension TurnEvent.Kind {
  /// The steps of connecting, in their order.
  static func connecting(_ stage: ProviderStage) -> [TurnEvent.Kind] {
    switch stage {
    case .llm: [.llmNameResolved, .llmConnectBegan, .llmTransportOpen, .llmSecured]
    case .tts: [.ttsNameResolved, .ttsConnectBegan, .ttsTransportOpen, .ttsSecured]
    case .stt, .s2s: []
    }
  }

  /// Those of both stages.
  static let ofConnecting = Set(connecting(.llm) + connecting(.tts))
}
