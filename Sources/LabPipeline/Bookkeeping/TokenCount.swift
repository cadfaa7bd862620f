import LabProviders
import LabRecord
import LabTimeline

/// The tokens of a reply, whoever counted them.
struct TokenCount: Hashable, Sendable {
  var input = 0
  var cached = 0
  var output = 0
  var audioInput = 0
  var audioCached = 0
  var audioOutput = 0

  init(input: Int, output: Int) {
    self.input = input
    self.output = output
  }

  init(_ usage: TokenUsage) {
    input = usage.input
    cached = usage.cachedInput
    output = usage.output
  }

  init(_ usage: SpeechToSpeechUsage) {
    input = usage.input
    cached = usage.cachedInput
    output = usage.output
    audioInput = usage.audioInput
    audioCached = usage.cachedAudioInput
    audioOutput = usage.audioOutput
  }
}

extension Usage {
  mutating func add(_ tokens: TokenCount) {
    llmInputTokens += tokens.input
    llmCachedTokens += tokens.cached
    llmOutputTokens += tokens.output
    llmAudioInputTokens += tokens.audioInput
    llmAudioCachedTokens += tokens.audioCached
    llmAudioOutputTokens += tokens.audioOutput
  }
}
