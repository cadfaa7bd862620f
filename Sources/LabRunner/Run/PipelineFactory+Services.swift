import LabConversation
import LabEmulation
import LabPipeline
import LabPlan
import LabRecord
import LabTimeline

/// The emulated services of a run.
extension PipelineFactory {
  /// What callers say in a conversation, at a sample rate.
  private struct Sound: Hashable {
    let corpus: String
    let conversation: String
    let sampleRate: Int
  }

  /// The services of all arms.
  ///
  /// - Parameter isShared: Whether all conversations meet at them; otherwise their capacity is of no meaning.
  func emulatedArms(isShared: Bool = false) throws -> EmulatedArms {
    let candidate = sounds(of: .candidate)
    let known = try transcripts(of: candidate)
    func providers(_ arm: Cell.Arm, _ transcripts: TranscriptIndex) -> EmulatedProviders {
      var profiles = plan.emulation(of: arm)
      if !isShared { profiles.capacities = [:] }
      return EmulatedProviders(
        seed: plan.drawSeed(of: arm), profiles: profiles, transcripts: transcripts, turns: turns)
    }
    guard plan.baseline != nil else {
      return EmulatedArms(candidate: providers(.candidate, known), baseline: nil)
    }
    let baseline = sounds(of: .baseline)
    // Books are large, and arms mostly hear the same.
    let other = baseline == candidate ? known : try transcripts(of: baseline)
    return EmulatedArms(candidate: providers(.candidate, known), baseline: providers(.baseline, other))
  }

  /// What emulated speech to text may hear on an arm.
  func transcripts(of arm: Cell.Arm = .candidate) throws -> TranscriptIndex {
    try transcripts(of: sounds(of: arm))
  }

  /// Everything that is said on an arm, at every sample rate of it, each once, in the order of work.
  private func sounds(of arm: Cell.Arm) -> [Sound] {
    var seen: Set<Sound> = []
    return order.conversations.compactMap { conversation in
      let cell = cells[conversation.cell]
      guard cell.cell.arm == arm else { return nil }
      let sound = Sound(
        corpus: cell.selection.corpus, conversation: conversation.name, sampleRate: cell.settings.sampleRate)
      return seen.insert(sound).inserted ? sound : nil
    }
  }

  private func transcripts(of sounds: [Sound]) throws -> TranscriptIndex {
    var utterances: [KnownUtterance] = []
    for sound in sounds {
      let script = try library.script(
        corpus: sound.corpus, conversation: sound.conversation, sampleRate: sound.sampleRate)
      for (index, utterance) in script.utterances.enumerated() {
        utterances.append(
          KnownUtterance(
            id: "\(sound.conversation).\(index)", samples: utterance.samples, sampleRate: sound.sampleRate,
            speech: utterance.speech, transcript: utterance.transcript,
            words: utterance.words, pauses: utterance.pauses))
      }
    }
    return TranscriptIndex(utterances: utterances, sounds: self.sounds)
  }
}
