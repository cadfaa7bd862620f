import Foundation
import LabRecord

/// `calibration.json`: indented JSON with sorted keys, so that equal certificates are equal bytes.
public enum CertificateJSON {
  private struct Preamble: Decodable {
    var schema: String?
  }

  /// The certificate as a file.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ certificate: CalibrationCertificate) throws -> [UInt8] {
    try JSONDocument.bytes(certificate)
  }

  /// Reads a certificate back.
  ///
  /// - Throws: a ``CalibrationError`` that names the path when the bytes are not a certificate of a known
  ///   schema.
  public static func certificate(from bytes: [UInt8], path: String) throws -> CalibrationCertificate {
    let hint = "Make a new one with 'turnlab calibrate', or name another with --calibration."
    do {
      let schema = try JSONDecoder().decode(Preamble.self, from: Data(bytes)).schema
      guard schema == CalibrationCertificate.currentSchema else {
        throw CalibrationError(
          .certificate,
          "“\(path)” has the schema “\(schema ?? "none")”, not “\(CalibrationCertificate.currentSchema)”.",
          hint: hint)
      }
      return try JSONDecoder().decode(CalibrationCertificate.self, from: Data(bytes))
    } catch is DecodingError {
      throw CalibrationError(.certificate, "“\(path)” is no certificate of a calibration.", hint: hint)
    }
  }
}
