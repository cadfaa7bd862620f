import LabProviders
import Testing

@Suite("Values of the wire")
struct WireValuesTests {
  @Test("a query survives encoding and parsing, also with repeated keys and foreign letters")
  func queryRoundTrip() {
    let query = QueryString([.init("keyterm", "a&b=c"), .init("keyterm", "größe +%"), .init("empty", "")])
    #expect(QueryString(target: "/v1/listen?" + query.encoded) == query)
    #expect(query.encoded == "keyterm=a%26b%3Dc&keyterm=gr%C3%B6%C3%9Fe%20%2B%25&empty=")
  }

  @Test(
    "a query is read as services read it",
    arguments: [
      ("/p", nil), ("/p?a", ""), ("/p?a=b+c", "b c"), ("/p?a=%zz%4", "%zz%4"), ("/p?x=1&a=2&a=3", "2"),
      ("/p?a=b=c", "b=c"),
    ] as [(String, String?)])
  func queryForgives(target: String, expected: String?) {
    #expect(QueryString(target: target)["a"] == expected)
  }

  @Test("a key is not in the text of anything that carries it")
  func keyIsHidden() {
    let key = APIKey("sk-very-secret")
    let configuration = SessionConfiguration(apiKey: key, sampleRate: 16_000, sessionID: "s")
    let header = HeaderField("Authorization", "Token sk-very-secret")
    let request = ConnectionRequest(
      transport: .webSocket, endpoint: .service("h"), target: "/", headers: [header])
    var dumped = ""
    dump(request, to: &dumped)
    dump(configuration, to: &dumped)
    let texts = [
      "\(configuration)", "\(request)", String(reflecting: request), String(reflecting: key), dumped,
    ]
    for text in texts { #expect(!text.contains("very-secret")) }
  }

  @Test(
    "an address is read from a base URL",
    arguments: [
      ("http://127.0.0.1:8080/v1", "127.0.0.1", 8080, "/v1", false),
      ("https://api.x.com", "api.x.com", 443, "", true),
      ("wss://h/openai/v1/", "h", 443, "/openai/v1", true), ("ws://[::1]:9", "[::1]", 9, "", false),
    ])
  func address(url: String, host: String, port: Int, path: String, isSecure: Bool) throws {
    let expected = ServiceAddress(
      endpoint: Endpoint(isSecure: isSecure, host: host, port: port), basePath: path)
    #expect(try ServiceAddress(url: url) == expected)
  }

  @Test(
    "a broken base URL is refused with a sentence that names it",
    arguments: [
      "", "localhost:80", "ftp://h", "http://", "http://h:0", "http://h:x", "http://:80", "http://u@h",
      "http://h/?a",
    ])
  func brokenAddress(url: String) {
    let error = #expect(throws: ProviderError.self) { try ServiceAddress(url: url) }
    #expect(error?.code == .invalidAddress)
    #expect(error?.message.contains("“\(url)”") == true)
  }
}
