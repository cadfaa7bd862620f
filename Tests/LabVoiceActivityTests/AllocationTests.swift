#if os(Linux)
  import Foundation
  import Testing

  @testable import LabVoiceActivity

  @Suite("Allocation")
  struct AllocationTests {
    /// Runs in a process of its own, because the counter sees the allocations of every thread.
    @Test("no detector allocates while it hears a hundred thousand hops")
    func hops() async throws {
      await #expect(processExitsWith: .success) {
        // Made before the counter starts: the runtime's hook does not bear the making of global values.
        let samples = speech()
        let spectral = SpectralDetector(sampleRate: .hz16000)
        let energy = EnergyDetector(sampleRate: .hz16000)
        try ObjectCounter.start()
        let ofOneArray = ObjectCounter.objectsOfOneArray()
        let ofSpectral = ObjectCounter.objects(of: spectral, hearing: samples, times: spectralRepeats)
        let ofEnergy = ObjectCounter.objects(of: energy, hearing: samples, times: 2_000)
        // Strings and the testing library do not outlive the hook: the exit code says who made objects.
        exit(ofOneArray != 1 ? 10 : ofSpectral != 0 ? 11 : ofEnergy != 0 ? 12 : 0)
      }
    }
  }

  // Debug builds are slow: the spectral detector hears fewer hops there.
  #if DEBUG
    private let spectralRepeats = 40
  #else
    private let spectralRepeats = 2_000
  #endif

  /// Half a second of a voice, fifty hops.
  private func speech() -> [Int16] {
    var signal = TestSignal(.hz16000)
    signal.addVoice(dBFS: -20, noiseDBFS: -50, seconds: 0.5)
    return signal.pcm
  }

  /// Counts the objects made on the heap, arrays included, through the hook that the runtime has for profilers.
  private enum ObjectCounter {
    typealias Allocate = @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    nonisolated(unsafe) private static var objects = 0
    nonisolated(unsafe) private static var original: Allocate = { _, _, _ in nil }
    nonisolated(unsafe) private static var isHooked: UnsafeMutablePointer<Bool>?

    static func start() throws {
      let hook = try symbol("_swift_allocObject", as: Allocate.self)
      let flag = "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly"
      isHooked = try symbol(flag, as: Bool.self)
      original = hook.pointee
      hook.pointee = { metadata, size, alignment in
        ObjectCounter.objects += 1
        return ObjectCounter.original(metadata, size, alignment)
      }
      isHooked?.pointee = true
    }

    private static func symbol<Value>(_ name: String, as type: Value.Type) throws -> UnsafeMutablePointer<
      Value
    > {
      try #require(dlsym(dlopen(nil, RTLD_NOW), name)).assumingMemoryBound(to: Value.self)
    }

    static func objectsOfOneArray() -> Int {
      let before = objects
      let array = [Int](repeating: before, count: 1_000)
      return objects - before + (array.count - 1_000)
    }

    static func objects(
      of detector: some VoiceActivityDetector, hearing samples: [Int16], times: Int
    ) -> Int {
      var detector = detector
      // The first hop makes what the copy above shares with the original its own.
      detector.process(samples.span) { _ in }
      let before = objects
      for _ in 0..<times {
        detector.process(samples.span) { precondition($0.levelDBFS > -100) }
      }
      return objects - before
    }
  }
#endif
