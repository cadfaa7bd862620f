/// The settings of the selective barge-in policy, and of the device between the agent's voice and the
/// microphone.
extension SettingField {
  static let bargeIn = [
    field(
      "bargeInPolicy", .interruption, .choice(Choice(\.bargeInPolicy)),
      "Whether the first confident frames end a reply, or hold it until words or enough voice confirm them."),
    field(
      "bargeInHold", .interruption, .choice(Choice(\.bargeInHold)),
      "Selective: what is done with the reply meanwhile: pause it, play it more softly, or nothing."),
    field(
      "bargeInVoicedMs", .interruption, .duration(\.bargeInVoiced, .milliseconds, 100...5000),
      "Selective: voice that confirms an interruption without words; twice as much after a listener response."
    ),
    field(
      "bargeInQuietMs", .interruption, .duration(\.bargeInQuiet, .milliseconds, 50...2000),
      "Selective: quiet after which a held reply goes on; half of it after a listener response."),
    field(
      "bargeInLongestHoldMs", .interruption, .duration(\.bargeInLongestHold, .milliseconds, 200...10_000),
      "Selective: a reply is held no longer than this without a verdict."),
    field(
      "bargeInDuckDB", .interruption, .double(\.bargeInDuckDB, 3...60),
      "Selective: how much softer a ducked reply is, in dB."),
    field(
      "bargeInLevelGateDB", .interruption, .double(\.bargeInLevelGateDB, 0...60),
      "Selective: sound softer than the caller's voice by more than this is somebody else. 0 is off."),
    field(
      "bargeInEchoMarginDB", .interruption, .double(\.bargeInEchoMarginDB, 0...30),
      "Selective: sound has to stand out of the expected echo by this. 0 is off."),
  ]

  static let device = [
    field(
      "enableEcho", .device, .bool(\.enableEcho),
      "Whether the microphone hears the agent's voice from the loudspeaker."),
    field(
      "echoLevelDB", .device, .double(\.echoLevelDB, -60...0),
      "Level of that echo against what is played, in dB."),
    field(
      "echoDelayMs", .device, .duration(\.echoDelay, .milliseconds, 0...500),
      "From the sink to the first echo at the microphone."),
    field(
      "echoDecayMs", .device, .duration(\.echoDecay, .milliseconds, 1...500),
      "Length of the echo's impulse response, over which it falls by 60 dB."),
    field(
      "voiceEchoCancellation", .device, .bool(\.voiceEchoCancellation),
      "WebRTC's echo cancellation, with the playout as its reference. 16 kHz only, like the two below."),
    field(
      "voiceNoiseSuppression", .device, .choice(Choice(\.voiceNoiseSuppression)),
      "WebRTC's noise suppression."),
    field(
      "voiceGainControl", .device, .bool(\.voiceGainControl),
      "WebRTC's digital gain control, which brings the caller to a common level."),
  ]
}

extension SettingField {
  /// The settings whose naming in a plan asks for the barge-in panel in reports even of conversations in
  /// which nothing is heard over a reply, and so for the trials in the record that it is made of.
  public static let ofBargeInPanel = Set((bargeIn + device).map(\.key))
}

extension SessionSettings {
  /// Whether anything of WebRTC's voice processing is on.
  public var processesVoice: Bool {
    voiceEchoCancellation || voiceNoiseSuppression != .off || voiceGainControl
  }
}
