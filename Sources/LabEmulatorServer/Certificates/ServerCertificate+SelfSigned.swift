import Foundation

extension ServerCertificate {
  /// Makes a new key and a certificate for 127.0.0.1 and localhost, with the `openssl` program.
  ///
  /// Clients must be told to trust the file at `certificatePath`; the certificate is good for 30 days.
  ///
  /// - Parameter folder: An existing folder for `server-certificate.pem` and `server-key.pem`, which are
  ///   replaced.
  /// - Throws: `EmulatorServerError` with the code `certificate_not_made`.
  public static func selfSigned(in folder: String) throws -> ServerCertificate {
    let certificate = ServerCertificate(
      certificatePath: folder + "/server-certificate.pem", keyPath: folder + "/server-key.pem")
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw EmulatorServerError(
        .certificateNotMade, "There is no folder \(folder) to make a certificate in.",
        hint: "Create it first.")
    }
    try runOpenSSL([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
      "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
      "-keyout", certificate.keyPath, "-out", certificate.certificatePath,
    ])
    return certificate
  }

  private static func runOpenSSL(_ arguments: [String]) throws {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    do {
      try process.run()
    } catch {
      throw notInstalled
    }
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus == 127 { throw notInstalled }
    guard process.terminationStatus == 0 else {
      let reason = String(decoding: said, as: UTF8.self).split(separator: "\n").last ?? "no reason given"
      throw EmulatorServerError(
        .certificateNotMade, "openssl made no certificate: \(reason).",
        hint: "Name a certificate and a key of your own.")
    }
  }

  private static var notInstalled: EmulatorServerError {
    EmulatorServerError(
      .certificateNotMade, "A certificate is made with the program openssl, which is not installed.",
      hint: "Install openssl, or name a certificate and a key of your own.")
  }
}
