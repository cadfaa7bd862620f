import Foundation
import Testing

@testable import LabVoiceActivity

@Suite("Fourier plan")
struct FourierPlanTests {
  private func values(_ count: Int) -> [Float] {
    (0..<count).map { index -> Float in
      let (slow, fast) = (sin(Double(index) * 1.7), cos(Double(index * index) * 0.3))
      return Float(slow + fast)
    }
  }

  @Test("transforms as the definition says", arguments: [320, 480, 960])
  func definition(size: Int) {
    var input = values(size)
    var bins = [Float](repeating: 0, count: size + 2)
    FourierPlan.plan(size: size, .forward).forward(&input, into: &bins)
    for bin in stride(from: 0, through: size / 2, by: 17) {
      var real = 0.0
      var imaginary = 0.0
      for (index, value) in input.enumerated() {
        let angle = -2 * Double.pi * Double(bin * index % size) / Double(size)
        real += Double(value) * cos(angle)
        imaginary += Double(value) * sin(angle)
      }
      #expect(abs(Double(bins[2 * bin]) - real) < 1e-3)
      #expect(abs(Double(bins[2 * bin + 1]) - imaginary) < 1e-3)
    }
  }

  @Test("forward and back gives the input times the size")
  func roundTrip() {
    let original = values(320)
    var input = original
    var bins = [Float](repeating: 0, count: 322)
    FourierPlan.plan(size: 320, .forward).forward(&input, into: &bins)
    var back = [Float](repeating: 0, count: 320)
    FourierPlan.plan(size: 320, .inverse).inverse(&bins, into: &back)
    #expect(zip(back, original).allSatisfy { abs($0 / 320 - $1) < 1e-5 })
  }

  @Test("the process has one plan per size and direction, whichever threads ask first")
  func cache() async {
    let plans = await withTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<16 {
        group.addTask { ObjectIdentifier(FourierPlan.plan(size: 400, .forward)) }
      }
      return await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
    }
    #expect(plans.count == 1)
    #expect(FourierPlan.plan(size: 400, .inverse) !== FourierPlan.plan(size: 400, .forward))
  }
}

extension FourierPlan {
  fileprivate func forward(_ real: inout [Float], into interleaved: inout [Float]) {
    real.withUnsafeMutableBufferPointer { real in
      interleaved.withUnsafeMutableBufferPointer { forward(real, into: $0) }
    }
  }

  fileprivate func inverse(_ interleaved: inout [Float], into real: inout [Float]) {
    interleaved.withUnsafeMutableBufferPointer { interleaved in
      real.withUnsafeMutableBufferPointer { inverse(interleaved, into: $0) }
    }
  }
}
