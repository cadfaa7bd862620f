import LabPlan
import Testing

@Suite("SHA-256 digest")
struct SHA256DigestTests {
  /// The first two examples of FIPS 180-4's test vectors.
  @Test(
    "is that of the standard's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
  func standard(message: String, digest: String) {
    #expect(SHA256Digest(of: Array(message.utf8)).hexadecimal == digest)
    #expect(SHA256Digest(of: Array(message.utf8)).bytes.count == 32)
  }
}
