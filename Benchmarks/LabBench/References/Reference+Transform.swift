import CFFTW

extension Reference {
  /// Plain FFTW transforms, in microseconds, of the size that the spectral detector uses at 16 kHz.
  static func transforms(_ count: Int = 1) -> Reference {
    let name = count == 1 ? "a plain FFTW transform" : "\(count) plain FFTW transforms"
    return Reference(name: name, value: Double(count) * microsecondsPerTransform())
  }

  /// The same in seconds.
  static func secondsOfTransforms(_ count: Int) -> Reference {
    let transforms = transforms(count)
    return Reference(name: transforms.name, value: transforms.value / 1e6)
  }

  /// The median of rounds of 20,000 transforms, so that a burst of other work does not count.
  private static func microsecondsPerTransform() -> Double {
    let (size, repetitions) = (320, 20_000)
    guard let input = fftwf_alloc_real(size), let output = fftwf_alloc_complex(size / 2 + 1),
      let plan = fftwf_plan_dft_r2c_1d(Int32(size), input, output, UInt32(FFTW_ESTIMATE))
    else { return .nan }
    defer {
      fftwf_destroy_plan(plan)
      fftwf_free(input)
      fftwf_free(output)
    }
    for index in 0..<size { input[index] = Float(index % 17) }
    let rounds = (0..<15).map { _ in
      let began = threadNanoseconds()
      for _ in 0..<repetitions { fftwf_execute(plan) }
      return Double(threadNanoseconds() - began) / 1000 / Double(repetitions)
    }
    return percentile(rounds, 0.5)
  }
}
