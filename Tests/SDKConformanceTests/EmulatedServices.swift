import Foundation
import LabAudio
import LabEmulation
import LabEmulatorServer
import LabPlan
import LabRecord
import LabRunner
import TestSupport

/// The emulator as `turnlab emulate --plan` serves it, plain and with TLS, with something that its
/// speech-to-text services know.
final class EmulatedServices {
  private let servers: [EmulatorServer]
  private let scratch: ScratchFolder
  /// For the programs that talk to it.
  let environment: [String: String]

  init() throws {
    scratch = try ScratchFolder()
    let smoke = Repository.file("Corpora/smoke").path
    let plan = try scratch.write(Array(Self.plan(corpus: smoke).utf8), to: "plan.yaml")
    let arms = try PlanRunner(RunRequest(plan: try PlanReader.read(plan), mode: .loopback)).emulatedArms()
    let certificate = try ServerCertificate.selfSigned(in: scratch.path)
    let plain = EmulatorServer(settings: .init()) { arms.exchange(for: $0) }
    let secure = EmulatorServer(settings: .init(certificate: certificate)) { arms.exchange(for: $0) }
    var servers = [plain, secure]
    var faulty: [String: String] = [:]
    for fault in Self.faults {
      var profiles = EmulationProfiles.shipped
      profiles.faults = FaultPlan([FaultRule(fault, duration: .seconds(7))])
      let services = EmulatedProviders(
        seed: 1, profiles: profiles, transcripts: TranscriptIndex(utterances: []))
      let server = EmulatorServer(settings: .init()) { services.exchange(for: $0) }
      servers.append(server)
      faulty["FAULTY_" + fault.rawValue] = "127.0.0.1:\(try server.start())"
    }
    self.servers = servers
    let speech = try AudioFile.read(smoke + "/tutor-area/question.flac")
    let faster = try AudioFile.read(smoke + "/tutor-area/question.flac", at: SampleRate(hertz: 24_000))
    environment = try faulty.merging([
      "PLAIN": "127.0.0.1:\(try plain.start())", "SECURE": "127.0.0.1:\(try secure.start())",
      "SSL_CERT_FILE": certificate.certificatePath, "WORDS": "What is the area of a circle?",
      "SPEECH": scratch.write(Self.bytes(speech.samples), to: "speech.pcm"),
      "SPEECH_24000": scratch.write(Self.bytes(faster.samples), to: "speech24.pcm"),
      // The libraries would send requests to 127.0.0.1 through a proxy.
      "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1", "PYTHONDONTWRITEBYTECODE": "1",
    ]) { $1 }
  }

  /// What goes wrong with everybody at servers of its own.
  private static let faults: [Fault] = [
    .unauthorized, .paymentRequired, .rateLimited, .serverError, .overloaded,
  ]

  private static func bytes(_ samples: [Int16]) -> [UInt8] {
    samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  func stop() throws {
    for server in servers { try server.stop() }
  }

  private static func plan(corpus: String) -> String {
    """
    name: sdk-conformance
    workloads: [tutor]
    corpus: \(corpus)
    matrix:
      stt: [deepgram/nova-3]
      llm: [openai/gpt-4o-mini]
      tts: [deepgram/aura-2]
      preset: [balanced, high-quality] # Microphones of 16 and of 24 kHz.
    """
  }
}
