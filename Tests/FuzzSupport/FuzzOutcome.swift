/// What came out of a parser for an input.
public struct FuzzOutcome: Sendable {
  /// Tells kinds of behaviour apart: which things came out in which order, without their contents.
  public private(set) var signature: UInt64 = 0xcbf2_9ce4_8422_2325
  /// How many bytes came out, and how many things.
  public var volume = 0
  public private(set) var count = 0
  /// Everything that came out, in a form that does not depend on how the input was cut; only kept when asked for.
  public var trace: [String]?
  /// A rule that the parser broke, in one sentence.
  public var violation: String?
  private var last: UInt64 = 0

  public init() {}

  /// Something came out. Several of one kind in a row count as one kind of behaviour.
  mutating func note(_ kind: StaticString, _ detail: String = "") {
    count += 1
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    kind.withUTF8Buffer { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 } }
    // Numbers and most of a long text say nothing about the way that was taken.
    for byte in detail.utf8.prefix(64) where !(48...57).contains(byte) {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    guard hash != last else { return }
    last = hash
    signature = (signature ^ hash) &* 0x100_0000_01b3
  }

  /// Keeps what came out for a comparison; pieces of sound that follow each other are one.
  mutating func keep(_ line: @autoclosure () -> String) {
    guard trace != nil else { return }
    trace?.append(line())
    sound = nil
  }

  mutating func keepSound(of owner: Int, _ bytes: [UInt8]) {
    guard trace != nil else { return }
    var kept = sound?.owner == owner ? sound! : Sound(owner: owner)
    let isNew = sound?.owner != owner
    for byte in bytes { kept.hash = (kept.hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    kept.count += bytes.count
    if isNew { trace?.append("") }
    trace![trace!.count - 1] = "sound of \(owner): \(kept.count) bytes, \(kept.hash)"
    sound = kept
  }

  /// Sound that came out in a row.
  private struct Sound {
    var owner: Int
    var count = 0
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  }

  private var sound: Sound?
}

/// Something that inputs are thrown at. A value, so that a copy of it in the middle of an exchange can be used again.
public protocol FuzzSubject: Sendable {
  mutating func take(_ step: FuzzStep)
  var outcome: FuzzOutcome { get set }
}

/// A parser without a state, as a subject.
struct PlainSubject: FuzzSubject {
  var outcome = FuzzOutcome()
  let parse: @Sendable ([UInt8], inout FuzzOutcome) -> Void

  mutating func take(_ step: FuzzStep) {
    if case .bytes(let bytes) = step { parse(bytes, &outcome) }
  }
}
