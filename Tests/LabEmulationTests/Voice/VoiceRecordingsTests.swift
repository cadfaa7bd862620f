import Testing

@testable import LabEmulation

@Suite struct VoiceRecordingsTests {
  private func voice(
    _ text: String, _ kept: VoiceRecordings, leadingSilence: Int = 0, speed: Double = 1
  ) -> EmulatedVoice {
    EmulatedVoice(text: text, sampleRate: 8_000, leadingSilence: leadingSilence, speed: speed, kept: kept)
  }

  private func bytes(_ voice: EmulatedVoice, pieces: Int = 400) -> [UInt8] {
    var voice = voice
    var bytes: [UInt8] = []
    while voice.position < voice.totalSamples { bytes += voice.next(samples: pieces) }
    return bytes
  }

  private let none = VoiceRecordings(byteLimit: 0)

  @Test(
    "A voice that is kept is to the last sample the one that is made anew", arguments: [1, 33, 400, 100_000],
    [0, 1, 500])
  func same(pieces: Int, leadingSilence: Int) {
    let kept = VoiceRecordings(byteLimit: 1 << 20)
    for text in ["Yes, of course.", "No. Übung macht den Meister!", "...", "Yes, of course."] {
      for speed in [1, 1.3] {
        let plain = bytes(voice(text, none, leadingSilence: leadingSilence, speed: speed))
        let shared = voice(text, kept, leadingSilence: leadingSilence, speed: speed)
        #expect(bytes(shared, pieces: pieces) == plain)
        #expect(bytes(shared, pieces: pieces) == plain)
      }
    }
  }

  @Test("Several who have the same text said at once each hear all of it")
  func interleaved() {
    let kept = VoiceRecordings(byteLimit: 1 << 20)
    var voices = [0, 77, 1_000].map { voice("Yes, of course.", kept, leadingSilence: $0) }
    var heard = [[UInt8]](repeating: [], count: voices.count)
    for round in 0..<400 {
      let index = round % voices.count
      heard[index] += voices[index].next(samples: 100 + 50 * index)
    }
    for (index, silence) in [0, 77, 1_000].enumerated() {
      #expect(heard[index] == bytes(voice("Yes, of course.", none, leadingSilence: silence)))
    }
    #expect(kept.byteCount == 2 * voices[0].totalSamples)
  }

  @Test("There is never more kept than there is room for, and what is not being said makes room")
  func room() {
    let limit = 200_000
    let kept = VoiceRecordings(byteLimit: limit)
    let spoken = voice("Yes, of course.", kept)
    for number in 0..<50 {
      _ = bytes(voice("This is number \(number).", kept))
      #expect(kept.byteCount <= limit)
    }
    #expect(kept.byteCount > limit / 2)
    let before = kept.byteCount
    _ = voice("Yes, of course.", kept)
    #expect(kept.byteCount == before)
    #expect(bytes(spoken) == bytes(voice("Yes, of course.", none)))
  }

  @Test("What finds no room beside voices that are in use, or is long, is said all the same")
  func noRoom() {
    let kept = VoiceRecordings(byteLimit: 200_000)
    var voices: [EmulatedVoice] = []
    for number in 0..<50 { voices.append(voice("This is number \(number).", kept)) }
    #expect(kept.byteCount <= 200_000)
    for number in 0..<50 {
      #expect(bytes(voices[number]) == bytes(voice("This is number \(number).", none)))
    }
    let empty = VoiceRecordings(byteLimit: 200_000)
    let long = String(repeating: "And then we go on. ", count: 10)
    #expect(bytes(voice(long, empty)) == bytes(voice(long, none)))
    #expect(empty.byteCount == 0)
  }
}
