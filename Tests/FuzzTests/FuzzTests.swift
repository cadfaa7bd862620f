import FuzzSupport
import Testing

@Suite("Parsers under inputs that nobody meant")
struct FuzzTests {
  static let names = FuzzTarget.all.map(\.name)

  @Test("are named once each, and cover both halves")
  func distinct() {
    #expect(Set(Self.names).count == Self.names.count)
    #expect(Self.names.filter { $0.hasPrefix("client/") }.count >= 15)
    #expect(Self.names.filter { $0.hasPrefix("emulator/") }.count >= 20)
  }

  @Test("survive the kept corpus and mutated exchanges, and break no rule", arguments: names)
  func survive(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let kept = FuzzCorpus.inputs(of: name)
    var campaign = try FuzzCampaign(target, seed: 3, corpus: kept)
    var inputs = kept
    for _ in 0..<25 { inputs.append(campaign.next()) }
    for input in inputs {
      let violation = campaign.violation(of: input, campaign.run(input))
      #expect(violation == nil, Comment(rawValue: FuzzText.text(input)))
    }
  }

  @Test("have a kept corpus of their own", arguments: names)
  func corpus(name: String) {
    #expect(!FuzzCorpus.inputs(of: name).isEmpty)
  }

  @Test("An input that was written is read as the same")
  func text() throws {
    for target in FuzzTarget.all where target.name.hasSuffix(".v1") || target.name.hasPrefix("e") {
      var campaign = try FuzzCampaign(target, seed: 5)
      for _ in 0..<20 {
        let input = campaign.next()
        let again = FuzzText.inputs(FuzzText.bytes(input))
        #expect(again.map { FuzzText.text($0) } == [FuzzText.text(input)], "\(target.name)")
      }
    }
  }
}
