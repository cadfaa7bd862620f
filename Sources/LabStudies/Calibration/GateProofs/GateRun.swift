import LabTimeline

/// A run in virtual time that gates are proved on: one model whose latency scatters, everything else fixed.
public enum GateRun: String, Hashable, Sendable, CaseIterable {
  /// Both arms alike, each with draws of its own.
  case alike
  /// The same with another seed.
  case alikeAgain = "alike-again"
  /// The candidate's model a fifth slower.
  case slower
  /// The same with another seed.
  case slowerAgain = "slower-again"
  /// Two in five of the candidate's turns take three times as long.
  case stalling
  /// Both arms alike, with the same draws.
  case equal
  /// The candidate one per cent slower, with the same draws.
  case shifted

  /// What is planted, in words.
  var planted: String {
    switch self {
    case .alike, .alikeAgain: "arms alike"
    case .slower, .slowerAgain: "model 20 % slower"
    case .stalling: "two turns in five three times as long"
    case .equal: "equal to the nanosecond"
    case .shifted: "model 1 % slower"
    }
  }

  /// The median of the baseline's first token, in milliseconds.
  static let median = 400
  private static let sigma = "0.03"

  private var seed: Int {
    switch self {
    case .alike, .slower, .stalling, .equal, .shifted: 11
    case .alikeAgain, .slowerAgain: 12
    }
  }

  private var isExact: Bool { self == .equal || self == .shifted }

  private var firstToken: String {
    switch self {
    case .alike, .alikeAgain, .equal: Self.lognormal(Self.median)
    case .slower, .slowerAgain: Self.lognormal(Self.median * 12 / 10)
    case .shifted: Self.lognormal(Self.median * 101 / 100)
    case .stalling:
      "{ mixture: [ { weight: 0.6, latency: \(Self.lognormal(Self.median)) }, "
        + "{ weight: 0.4, latency: \(Self.lognormal(3 * Self.median)) } ] }"
    }
  }

  private static func lognormal(_ median: Int) -> String {
    "{ lognormal: { median_ms: \(median), sigma: \(sigma) } }"
  }

  /// The text of the plan, over the conversations of ``CalibrationUtterance/gateConversations``.
  ///
  /// - Parameter corpus: The folder of the calibration's corpus.
  public func yaml(corpus: String) -> String {
    let names = CalibrationUtterance.gateConversations.map(\.id).joined(separator: ", ")
    func model(_ latency: String) -> String { "{ first_token: \(latency) }" }
    return """
      name: gates-\(rawValue)
      corpus: \(CalibrationPlan.quoted(corpus))
      workloads: [ { workload: \(CalibrationPlan.workload), conversations: [\(names)] } ]
      matrix: { stt: [deepgram/nova-3], llm: [openai/gpt-4o-mini], tts: [deepgram/aura-2], vad: [energy], network: [none] }
      repeats: \(isExact ? 2 : 20)
      seed: \(seed)
      settings: { sampleRate: 16000, bufferSize: 512, silenceThresholdMs: 500 }
      emulation:
        deepgram/nova-3: { handshake: { fixed: { ms: 20 } }, interim: { fixed: { ms: 50 } }, final: { fixed: { ms: 180 } } }
        openai/gpt-4o-mini: { first_token: \(firstToken), token_interval: { fixed: { ms: 8 } }, reply: "Yes." }
        deepgram/aura-2: { handshake: { fixed: { ms: 20 } }, first_audio: { fixed: { ms: 150 } }, leading_silence: { fixed: { ms: 60 } } }
      baseline:
        draws: \(isExact ? "common" : "independent")
        emulation: { openai/gpt-4o-mini: \(model(Self.lognormal(Self.median))) }

      """
  }
}
