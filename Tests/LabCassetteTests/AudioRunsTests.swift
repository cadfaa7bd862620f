import Testing

@testable import LabCassette

@Suite("The loudness of a sound")
struct AudioRunsTests {
  @Test("keeps the size, the first loud sample and the energy of each millisecond")
  func keepsLoudness() {
    var samples = [Int16](repeating: 100, count: 24 * 3 + 7)
    samples += (0..<240).map { $0.isMultiple(of: 2) ? 3000 : -2000 }
    let bytes = samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let runs = AudioRuns(of: bytes)
    #expect(runs.bytes.count == bytes.count)
    let standIn = stride(from: 0, to: runs.bytes.count, by: 2).map {
      Int16(truncatingIfNeeded: Int(runs.bytes[$0]) | Int(runs.bytes[$0 + 1]) << 8)
    }
    #expect(standIn.firstIndex { abs(Int($0)) >= 328 } == 79)
    for block in stride(from: 0, to: samples.count - 24, by: 24) {
      func energy(_ samples: ArraySlice<Int16>) -> Double {
        samples.reduce(0) { $0 + Double($1) * Double($1) }
      }
      let (was, now) = (energy(samples[block..<(block + 24)]), energy(standIn[block..<(block + 24)]))
      #expect(abs(was - now) <= was * 0.01, "block \(block)")
    }
    #expect(Set(standIn).count < 8, "what was said is gone")
  }

  @Test("keeps the size of a sound that is cut inside a sample")
  func keepsHalves() {
    let bytes = [UInt8](repeating: 9, count: 101)
    let first = AudioRuns(of: Array(bytes[..<51]))
    let second = AudioRuns(of: Array(bytes[51...]), position: 51)
    #expect(first.hasTail && second.hasLead)
    #expect(first.bytes.count + second.bytes.count == 101)
  }
}
