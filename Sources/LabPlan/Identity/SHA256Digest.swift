import CCrypto

/// A SHA-256 digest (FIPS 180-4), computed by the system's libcrypto.
///
/// libcurl brings libcrypto into every build anyway, so hashing a plan costs no second cryptographic library.
public struct SHA256Digest: Hashable, Sendable {
  /// 32 bytes.
  public let bytes: [UInt8]

  public init(of message: [UInt8]) {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    EVP_Digest(message, message.count, &digest, &count, EVP_sha256(), nil)
    bytes = Array(digest.prefix(Int(count)))
  }

  /// 64 lower-case hexadecimal digits.
  public var hexadecimal: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
