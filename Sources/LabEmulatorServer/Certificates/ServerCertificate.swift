import NIOCore
import NIOSSL

/// A certificate and its key, as the paths of two PEM files.
public struct ServerCertificate: Hashable, Sendable {
  /// The certificate, followed by those that lead to one the clients trust.
  public var certificatePath: String
  /// The private key, without a passphrase.
  public var keyPath: String

  /// Names the files. They are read when the server starts.
  public init(certificatePath: String, keyPath: String) {
    self.certificatePath = certificatePath
    self.keyPath = keyPath
  }

  /// Reads the files.
  func context() throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: try certificates(), privateKey: .privateKey(try key()))
    configuration.applicationProtocols = ["http/1.1"]
    configuration.shutdownTimeout = .seconds(1)
    do {
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw EmulatorServerError(
        .certificate, "The key in \(keyPath) does not belong to the certificate in \(certificatePath).",
        hint: "Name the two files that were made together.")
    }
  }

  private func certificates() throws -> [NIOSSLCertificateSource] {
    let found: [NIOSSLCertificate]
    do {
      found = try NIOSSLCertificate.fromPEMFile(certificatePath)
    } catch {
      found = []
    }
    guard !found.isEmpty else {
      throw EmulatorServerError(
        .certificate, "No certificate can be read from \(certificatePath).",
        hint: "Name a PEM file that begins with -----BEGIN CERTIFICATE-----.")
    }
    return found.map { .certificate($0) }
  }

  private func key() throws -> NIOSSLPrivateKey {
    do {
      return try NIOSSLPrivateKey(file: keyPath, format: .pem)
    } catch {
      throw EmulatorServerError(
        .certificate, "No private key can be read from \(keyPath).",
        hint: "Name a PEM file with a key that has no passphrase.")
    }
  }
}
