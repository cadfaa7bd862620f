/// What a service is asked to send: how samples are written, and at which rate.
struct AudioFormat: Hashable, Sendable {
  var encoding: SampleEncoding
  /// Hz.
  var sampleRate: Int
}
