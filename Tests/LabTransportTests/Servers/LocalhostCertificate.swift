import Foundation
import NIOSSL

/// A certificate for localhost that nobody trusts, for servers of these tests only. It is worth nothing
/// elsewhere.
enum LocalhostCertificate {
  static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBmzCCAUGgAwIBAgIUePZrlYKRO3Q6YvLIcY5YvLrAXC0wCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA3MjExOFoYDzIxMjYxMDI4
    MDcyMTE4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAARZnxTG36B0FFt8kD8Sjgl750flE1x9qXWSlgplN5hn5bhKwEWpzmug
    mZQle7t19SqnMhEAZSX83KHHtsdEjlito28wbTAdBgNVHQ4EFgQUdCiAwHvyzA3z
    yVp2nIG82sMSYhMwHwYDVR0jBBgwFoAUdCiAwHvyzA3zyVp2nIG82sMSYhMwDwYD
    VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
    zj0EAwIDSAAwRQIgW505JnXBXsGcon3t815hlNEQSdk+bPGdXkOGZ1F4U3cCIQCL
    +gdNpyY3NjSClM80ddAhvzxBfPJop2RIen616jWEFg==
    -----END CERTIFICATE-----
    """

  static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKih/99wBozW9MoMa
    DLElIjqILsyY5IJD9f0UDpLNhJ2hRANCAARZnxTG36B0FFt8kD8Sjgl750flE1x9
    qXWSlgplN5hn5bhKwEWpzmugmZQle7t19SqnMhEAZSX83KHHtsdEjlit
    -----END PRIVATE KEY-----
    """

  static func serverContext() throws -> NIOSSLContext {
    let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)).map {
      NIOSSLCertificateSource.certificate($0)
    }
    let key = try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)
    return try NIOSSLContext(
      configuration: .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key)))
  }

  /// Writes the certificate to a file of its own, calls `body` with the file's path, and removes it.
  static func withFile<Result>(_ body: (String) throws -> Result) throws -> Result {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent(
        "lab-transport-\(ProcessInfo.processInfo.processIdentifier)-\(UInt64.random(in: 0 ... .max)).pem")
    try Data(certificate.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path)
  }
}
