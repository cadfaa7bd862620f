import LabEmulation
import LabProviders

/// Inputs as text, one step a line, for the kept corpus and for findings.
///
/// An input begins with `input TALK POSITION`; what is not printable ASCII, a space or a backslash is written
/// `\XX`.
public enum FuzzText {
  public static func bytes(_ input: FuzzInput) -> [UInt8] {
    var out = Array("input \(input.talk) \(input.position)\n".utf8)
    for step in input.steps {
      write(step, to: &out)
      out.append(0x0A)
    }
    return out
  }

  /// An input as text, for people.
  public static func text(_ input: FuzzInput) -> String { String(decoding: bytes(input), as: UTF8.self) }

  /// Reads inputs; a line that is none is left out, so that a corpus of another day can still be read.
  public static func inputs(_ bytes: [UInt8]) -> [FuzzInput] {
    var inputs: [FuzzInput] = []
    for line in bytes.split(separator: 0x0A) {
      let words = line.split(separator: 0x20).map { Array($0) }
      guard let kind = words.first.map(decoded), kind.first != "#" else { continue }
      if kind == "input", words.count == 3, let talk = number(words[1]), let position = number(words[2]) {
        inputs.append(FuzzInput(talk: talk, position: position, steps: []))
      } else if !inputs.isEmpty, let step = step(kind, words.dropFirst().map(unescaped)) {
        inputs[inputs.count - 1].steps.append(step)
      }
    }
    return inputs
  }

  private static func decoded(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func number(_ word: [UInt8]) -> Int? { Int(decoded(word)) }

  private static func write(_ step: FuzzStep, to out: inout [UInt8]) {
    func line(_ kind: String, _ words: [[UInt8]]) {
      out.append(contentsOf: kind.utf8)
      for word in words {
        out.append(0x20)
        escape(word, to: &out)
      }
    }
    func words(_ values: Any...) -> [[UInt8]] { values.map { Array("\($0)".utf8) } }
    func headers(_ fields: [HeaderField]) -> [[UInt8]] {
      fields.flatMap { [Array($0.name.utf8), Array($0.value.utf8)] }
    }
    switch step {
    case .bytes(let bytes): line("bytes", [bytes])
    case .wait(let milliseconds): line("wait", words(milliseconds))
    case .timer(let number): line("timer", words(number))
    case .request(let request):
      var transport = "websocket"
      if case .http(let method) = request.transport { transport = method }
      if case .engine = request.transport { transport = "engine" }
      line(
        "request", words(transport) + [Array(request.target.utf8), request.body] + headers(request.headers))
    case .input(.message(.text(let text))): line("in-text", [Array(text.utf8)])
    case .input(.message(.binary(let bytes))): line("in-binary", [bytes])
    case .input(.opened): line("in-opened", [])
    case .input(.closed): line("in-closed", [])
    case .input(.timer(let timer)): line("in-timer", words(timer.number))
    case .arrives(.opened(let head), let key): line("opened", words(key, head.status) + headers(head.headers))
    case .arrives(.message(.text(let text)), let key): line("text", words(key) + [Array(text.utf8)])
    case .arrives(.message(.binary(let bytes)), let key): line("binary", words(key) + [bytes])
    case .arrives(.body(let bytes), let key): line("body", words(key) + [bytes])
    case .arrives(.bodyEnded, let key): line("ended", words(key))
    case .arrives(.closed(let code, let reason), let key):
      line("closed", words(key, code) + [Array(reason.utf8)])
    case .arrives(.failed, let key): line("failed", words(key))
    case .call(let call): write(call, line, words)
    }
  }

  private static func write(
    _ call: FuzzCall, _ line: (String, [[UInt8]]) -> Void, _ words: (Any...) -> [[UInt8]]
  ) {
    switch call {
    case .open: line("call-open", [])
    case .speechStarted: line("call-started", [])
    case .speechIgnored: line("call-ignored", [])
    case .finalize: line("call-finalize", [])
    case .clear: line("call-clear", [])
    case .close: line("call-close", [])
    case .append(let from, let count): line("call-append", words(from) + words(count))
    case .request(let id, let text): line("call-request", words(id) + [Array(text.utf8)])
    case .speak(let id, let text): line("call-speak", words(id) + [Array(text.utf8)])
    case .cancel(let id): line("call-cancel", words(id))
    case .truncate(let id, let milliseconds): line("call-truncate", words(id) + words(milliseconds))
    }
  }

  private static func step(_ kind: String, _ words: [[UInt8]]) -> FuzzStep? {
    func word(_ index: Int) -> [UInt8] { index < words.count ? words[index] : [] }
    func number(_ index: Int) -> Int { Int(decoded(word(index))) ?? 0 }
    func headers(from index: Int) -> [HeaderField] {
      stride(from: index, to: words.count - 1, by: 2).map {
        HeaderField(decoded(words[$0]), decoded(words[$0 + 1]))
      }
    }
    let key = number(0)
    switch kind {
    case "bytes": return .bytes(word(0))
    case "wait": return .wait(milliseconds: key)
    case "timer": return .timer(key)
    case "request":
      let transport: ConnectionRequest.Transport =
        switch decoded(word(0)) {
        case "websocket": .webSocket
        case "engine": .engine(.program([]))
        default: .http(method: decoded(word(0)))
        }
      return .request(
        ConnectionRequest(
          transport: transport, endpoint: .service("fuzz"), target: decoded(word(1)),
          headers: headers(from: 3), body: word(2)))
    case "in-text": return .input(.message(.text(decoded(word(0)))))
    case "in-binary": return .input(.message(.binary(word(0))))
    case "in-opened": return .input(.opened)
    case "in-closed": return .input(.closed)
    case "in-timer": return .input(.timer(ServerTimer(key)))
    case "opened":
      return .arrives(.opened(.init(status: number(1), headers: headers(from: 2), setup: .reused)), on: key)
    case "text": return .arrives(.message(.text(decoded(word(1)))), on: key)
    case "binary": return .arrives(.message(.binary(word(1))), on: key)
    case "body": return .arrives(.body(word(1)), on: key)
    case "ended": return .arrives(.bodyEnded, on: key)
    case "closed": return .arrives(.closed(code: number(1), reason: decoded(word(2))), on: key)
    case "failed": return .arrives(.failed(.init(code: "reset", message: "Cut.")), on: key)
    default: return call(kind, words).map { .call($0) }
    }
  }

  private static func call(_ kind: String, _ words: [[UInt8]]) -> FuzzCall? {
    func word(_ index: Int) -> String { index < words.count ? decoded(words[index]) : "" }
    func number(_ index: Int) -> Int { Int(word(index)) ?? 0 }
    switch kind {
    case "call-open": return .open
    case "call-started": return .speechStarted
    case "call-ignored": return .speechIgnored
    case "call-finalize": return .finalize
    case "call-clear": return .clear
    case "call-close": return .close
    case "call-append": return .append(from: number(0), count: number(1))
    case "call-request": return .request(number(0), word(1))
    case "call-speak": return .speak(number(0), word(1))
    case "call-cancel": return .cancel(number(0))
    case "call-truncate": return .truncate(number(0), milliseconds: number(1))
    default: return nil
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func escape(_ word: [UInt8], to out: inout [UInt8]) {
    // Nothing at all is a lone backslash.
    if word.isEmpty { out.append(0x5C) }
    for byte in word {
      if byte > 0x20, byte < 0x7F, byte != 0x5C {
        out.append(byte)
      } else {
        out.append(0x5C)
        out.append(digits[Int(byte >> 4)])
        out.append(digits[Int(byte & 15)])
      }
    }
  }

  private static func unescaped(_ word: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var index = 0
    while index < word.count {
      if word[index] == 0x5C {
        if index + 2 < word.count, let high = digits.firstIndex(of: word[index + 1]),
          let low = digits.firstIndex(of: word[index + 2])
        {
          out.append(UInt8(high << 4 | low))
        }
        index += 3
      } else {
        out.append(word[index])
        index += 1
      }
    }
    return out
  }
}
