import LabEmulation
import LabProviders

/// Changes a row of steps: their contents, and what comes in which order.
struct StepMutation {
  let bytes: ByteMutation
  let json = JSONMutation()
  let lines = LineMutation()
  let fields = FieldMutation()
  let grammar: FuzzGrammar
  /// Steps of the exchanges, to put anywhere.
  let stock: [FuzzStep]
  /// Contents of the exchanges, to take pieces of.
  let contents: [[UInt8]]

  init(talks: [[FuzzStep]], grammar: FuzzGrammar) {
    self.grammar = grammar
    stock = talks.flatMap { $0.prefix(400) }
    var contents = stock.compactMap(\.payload).filter { $0.count < 8000 }
    for case .request(let request) in stock { contents.append(Array(request.target.utf8)) }
    self.contents = contents
    bytes = ByteMutation(words: ByteMutation.words(of: contents.filter { $0.count < 4000 }))
  }

  func apply(_ steps: inout [FuzzStep], _ random: inout FuzzRandom) {
    guard !steps.isEmpty else { return }
    let at = random.below(steps.count)
    switch random.below(16) {
    case 0: steps.remove(at: at)
    case 1: steps.insert(steps[at], at: at)
    case 2: steps.swapAt(at, random.below(steps.count))
    case 3 where !stock.isEmpty: steps.insert(random.pick(stock), at: at)
    case 4: steps.insert(.wait(milliseconds: random.pick([0, 1, 20, 700, 6000, 31_000, 90_000])), at: at)
    case 5: change(&steps[at], &random, structure: true)
    default: change(&steps[at], &random, structure: false)
    }
  }

  private func change(_ step: inout FuzzStep, _ random: inout FuzzRandom, structure: Bool) {
    if structure, change(structureOf: &step, &random) { return }
    if case .request(var request) = step, request.body.isEmpty || random.chance(40) {
      change(&request, &random)
      step = .request(request)
      return
    }
    guard var payload = step.payload else {
      _ = change(structureOf: &step, &random)
      return
    }
    let other = contents.isEmpty ? [] : random.pick(contents)
    let isJSON = payload.first.map { $0 == 0x7B || $0 == 0x5B || $0 == 0x64 || $0 == 0x65 } ?? false
    for _ in 0...random.below(3) {
      if grammar == .lines, random.chance(75) {
        lines.apply(&payload, &random, other: other)
      } else if grammar == .fields, random.chance(50) {
        fields.apply(&payload, &random)
      } else if isJSON, grammar == .words, random.chance(65) {
        json.apply(&payload, &random, other: other)
      } else {
        bytes.apply(&payload, &random, other: other)
      }
    }
    if payload.count > 1 << 16 { payload.removeSubrange((1 << 16)...) }
    step.payload = payload
  }

  private func change(_ request: inout ConnectionRequest, _ random: inout FuzzRandom) {
    if random.chance(60) || request.headers.isEmpty {
      // What stands in front of the question mark finds the service, and is left alone mostly.
      var target = Array(request.target.utf8)
      let query = random.chance(85) ? (target.firstIndex(of: 0x3F) ?? target.count) : 0
      var rest = Array(target[query...])
      bytes.apply(&rest, &random, other: contents.isEmpty ? [] : random.pick(contents))
      target.replaceSubrange(query..., with: rest)
      request.target = text(target)
    } else {
      let at = random.below(request.headers.count)
      var value = Array(request.headers[at].value.utf8)
      bytes.apply(&value, &random, other: [])
      if random.chance(20) { request.headers.remove(at: at) } else { request.headers[at].value = text(value) }
    }
  }

  /// Changes what is around the contents: statuses, numbers, what kind of a thing it is.
  private func change(structureOf step: inout FuzzStep, _ random: inout FuzzRandom) -> Bool {
    switch step {
    case .arrives(.opened(var head), let key):
      head.status = random.pick([101, 200, 204, 301, 400, 401, 402, 403, 404, 429, 500, 503, 529, 0, -1])
      if random.chance(30) {
        head.headers.append(HeaderField("Retry-After", text(random.pick(ByteMutation.numbers))))
      }
      step = .arrives(.opened(head), on: key)
    case .arrives(.message(.text(let text)), let key):
      step =
        random.chance(50)
        ? .arrives(.message(.binary(Array(text.utf8))), on: key) : .arrives(.body(Array(text.utf8)), on: key)
    case .arrives(.message(.binary(let bytes)), let key):
      step = .arrives(.message(.text(text(bytes))), on: key)
    case .arrives(.body(let bytes), let key):
      step =
        random.chance(50) ? .arrives(.bodyEnded, on: key) : .arrives(.message(.text(text(bytes))), on: key)
    case .arrives(.bodyEnded, let key), .arrives(.failed, let key):
      step = .arrives(
        .closed(
          code: random.pick([1000, 1001, 1005, 1006, 1008, 1011, 3000, 4000, 4008, 0, -1]), reason: "over"),
        on: key)
    case .arrives(.closed, let key): step = .arrives(.failed(.init(code: "reset", message: "Cut.")), on: key)
    case .input(.message(.text(let text))): step = .input(.message(.binary(Array(text.utf8))))
    case .input(.message(.binary(let bytes))): step = .input(.message(.text(text(bytes))))
    case .input(.closed), .input(.opened), .input(.timer): step = .input(.timer(ServerTimer(random.below(6))))
    case .timer: step = .timer(random.below(4))
    case .wait: step = .wait(milliseconds: random.pick([0, 1, 20, 700, 6000, 31_000, 90_000]))
    case .call(let call): step = .call(changed(call, &random))
    case .request, .bytes: return false
    }
    return true
  }

  private func changed(_ call: FuzzCall, _ random: inout FuzzRandom) -> FuzzCall {
    let id = random.below(4)
    switch random.below(11) {
    case 0: return .open
    case 1: return .speechStarted
    case 2: return .speechIgnored
    case 3: return .finalize
    case 4: return .clear
    case 5: return .close
    case 6: return .append(from: random.below(60_000), count: random.pick([0, 1, 320, 1600]))
    case 7: return .request(id, text(contents.isEmpty ? [] : random.pick(contents)))
    case 8: return .speak(id, text(contents.isEmpty ? [] : random.pick(contents)))
    case 9: return .cancel(id)
    default: return .truncate(id, milliseconds: random.pick([0, 1, 1000, 1 << 40]))
    }
  }
}
