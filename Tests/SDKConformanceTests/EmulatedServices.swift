import Foundation
import LabAudio
import LabEmulation
import LabEmulatorServer
import LabRunner
import TestSupport

/// The emulator as `turnlab emulate --plan` serves it, plain and with TLS, with something that its speech-to-text
/// services know.
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
    servers = [plain, secure]
    let speech = try AudioFile.read(smoke + "/tutor-area/question.flac")
    environment = [
      "PLAIN": "127.0.0.1:\(try plain.start())", "SECURE": "127.0.0.1:\(try secure.start())",
      "SSL_CERT_FILE": certificate.certificatePath, "WORDS": "What is the area of a circle?",
      "SPEECH": try scratch.write(
        speech.samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] },
        to: "speech.pcm"),
      // The libraries would send requests to 127.0.0.1 through a proxy.
      "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1", "PYTHONDONTWRITEBYTECODE": "1",
    ]
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
    """
  }
}
