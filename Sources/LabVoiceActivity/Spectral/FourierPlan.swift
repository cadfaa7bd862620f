import CFFTW
import Synchronization

/// A discrete Fourier transform of real data, planned once per size for the whole process.
///
/// Plans are estimated, not measured: a measured plan depends on how busy the machine was and gives other
/// last bits on the next run. They use no vector instructions, so that processors that have others agree.
final class FourierPlan: @unchecked Sendable {
  // Unchecked: the plan is only read after planning, and FFTW's new-array execution is safe from any thread.

  /// Which way a plan transforms.
  enum Direction: Sendable { case forward, inverse }

  private struct Key: Hashable {
    var size: Int
    var direction: Direction
  }

  // The lock also serialises planning, which FFTW does not allow from two threads at once.
  private static let plans = Mutex<[Key: FourierPlan]>([:])

  /// Number of real values.
  let size: Int

  /// Number of complex bins, zero and the highest frequency included.
  var bins: Int { size / 2 + 1 }

  private let plan: fftwf_plan

  /// The plan for a size, made on first use.
  static func plan(size: Int, _ direction: Direction) -> FourierPlan {
    plans.withLock { plans in
      let key = Key(size: size, direction: direction)
      if let plan = plans[key] { return plan }
      let plan = FourierPlan(size: size, direction)
      plans[key] = plan
      return plan
    }
  }

  private init(size: Int, _ direction: Direction) {
    self.size = size
    let flags = Self.estimate | Self.unaligned | Self.noVectors
    let real = UnsafeMutablePointer<Float>.allocate(capacity: size)
    let complex = UnsafeMutablePointer<fftwf_complex>.allocate(capacity: size / 2 + 1)
    defer {
      real.deallocate()
      complex.deallocate()
    }
    let plan =
      switch direction {
      case .forward: fftwf_plan_dft_r2c_1d(Int32(size), real, complex, flags)
      case .inverse: fftwf_plan_dft_c2r_1d(Int32(size), complex, real, flags)
      }
    guard let plan else { preconditionFailure("FFTW has no plan for \(size) real values.") }
    self.plan = plan
  }

  // Spelled out because the header defines them with shifts of unsigned literals, which Swift does not
  // import.
  private static let unaligned: UInt32 = 1 << 1
  private static let estimate: UInt32 = 1 << 6
  private static let noVectors: UInt32 = 1 << 17

  /// Transforms `size` reals into interleaved real and imaginary parts of `bins` bins.
  func forward(
    _ real: UnsafeMutableBufferPointer<Float>, into interleaved: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(real.count == size && interleaved.count == 2 * bins)
    let bins = UnsafeMutableRawBufferPointer(interleaved).assumingMemoryBound(to: fftwf_complex.self)
    fftwf_execute_dft_r2c(plan, real.baseAddress, bins.baseAddress)
  }

  /// Transforms interleaved bins, which it overwrites, into `size` reals, without dividing by `size`.
  func inverse(
    _ interleaved: UnsafeMutableBufferPointer<Float>, into real: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(real.count == size && interleaved.count == 2 * bins)
    let bins = UnsafeMutableRawBufferPointer(interleaved).assumingMemoryBound(to: fftwf_complex.self)
    fftwf_execute_dft_c2r(plan, bins.baseAddress, real.baseAddress)
  }

  /// Lends room for the reals and the bins of one transform; not to be asked for again inside of `body`.
  @inline(__always)
  func withRoom(
    _ body: (_ real: UnsafeMutableBufferPointer<Float>, _ interleaved: UnsafeMutableBufferPointer<Float>) ->
      Void
  ) {
    precondition(size + 2 * bins <= FourierRoom.capacity)
    let room = FourierRoom.ofThisThread
    body(
      UnsafeMutableBufferPointer(start: room, count: size),
      UnsafeMutableBufferPointer(start: room + size, count: 2 * bins))
  }
}
