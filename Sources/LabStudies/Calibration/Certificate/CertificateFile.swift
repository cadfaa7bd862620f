import Foundation
import LabAnalysis
public import LabRecord
import LabTimeline

/// The certificate of a calibration as runs look for it.
public enum CertificateFile {
  /// Where the certificate is written, and where runs look for it.
  public static let standard = "Reports/calibration.json"

  /// Finds what a run in real time may say of its instrument, given the machine that it runs on.
  ///
  /// - Parameter named: The file that was asked for; the standard one, which need not be there, when nil.
  /// - Returns: What throws a ``CalibrationError`` when the file is not a certificate, or was asked for and
  ///   is not there.
  public static func citation(
    named: String? = nil
  ) -> @Sendable (RunEnvironment) throws -> InstrumentCalibration {
    { try citation(named: named, environment: $0) }
  }

  private static func citation(
    named: String?, environment: RunEnvironment
  ) throws -> InstrumentCalibration {
    let path = named ?? standard
    guard let data = FileManager.default.contents(atPath: path) else {
      guard named == nil else {
        throw CalibrationError(
          .certificate, "There is no certificate “\(path)”.",
          hint: "Make one with: turnlab calibrate --out \(path.quotedForShell)")
      }
      return InstrumentCalibration(state: .none)
    }
    return try CertificateJSON.certificate(from: Array(data), path: path).citation(in: environment)
  }

  /// Writes a certificate, whole or not at all.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    let url = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url, options: .atomic)
    } catch {
      throw CalibrationError(
        .failed, "The certificate “\(path)” could not be written: \(error.localizedDescription)",
        hint: "Name another file with --out.")
    }
  }
}
