public import ArgumentParser
import LabErrors
public import LabStudies
import TurnLab

/// `turnlab calibrate`: plants known delays, recovers them, and certifies the instrument's error.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Plant known delays in every stage, recover them, and certify the instrument's error.",
    discussion: """
      Runs the pipeline on a conversation made on the spot, in virtual time and over sockets of this machine, with \
      emulated services whose every delay is known, and prints how far each latency comes out wrong. Runs in real \
      time cite the certificate. Exit codes: 0 the instrument is fit, 6 it is not.
      """)

  /// The modes of a calibration.
  enum Modes: String, ExpressibleByArgument, CaseIterable {
    case offline, loopback, both

    var all: [CalibrationMode] {
      switch self {
      case .offline: [.offline]
      case .loopback: [.loopback]
      case .both: [.offline, .loopback]
      }
    }
  }

  @Option(help: "Where delays are planted: offline, loopback or both.")
  var mode = Modes.both

  @Flag(help: "A few seconds in place of a minute: fewer services, each conversation once.")
  var quick = false

  @Option(help: "The seed that the delays are drawn with.")
  var seed: UInt64 = 1

  @Option(help: "The certificate to write.", completion: .file())
  var out = CertificateFile.standard

  @Option(help: "Shift the truth of a metric, e.g. llm.ttft=0.001 (ms), to see that the calibration notices.")
  var distort: [Calibration.Distortion] = []

  @Flag(help: "Leave the proofs of the gates out.")
  var skipGates = false

  @Flag(help: "Print the certificate as JSON.")
  var json = false

  func run() throws {
    let console = Console.current
    var calibration = Calibration(modes: mode.all)
    calibration.isQuick = quick
    calibration.seed = seed
    calibration.distortions = distort
    calibration.provesGates = !skipGates
    let certificate = try console.withProgress { cancellation, observe in
      try calibration.measure(cancellation: cancellation, observe: observe)
    }
    let bytes = try CertificateJSON.bytes(certificate)
    try CertificateFile.write(bytes, to: out)
    console.output(json, bytes, or: CalibrationTable(certificate: certificate).text + "\n")
    console.note("Certificate: \(out)")
    if !certificate.holds { throw ProgramExit.noData }
  }
}

extension Calibration.Distortion: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
