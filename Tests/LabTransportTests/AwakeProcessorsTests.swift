#if os(Linux)
  import TestSupport
  import Testing

  @testable import LabTransport

  @Suite("Processors that are kept awake")
  struct AwakeProcessorsTests {
    @Test("are asked for a latency of nothing, as a 32-bit number")
    func asks() throws {
      let scratch = try ScratchFolder()
      let path = try scratch.write([], to: "latency")
      let awake = AwakeProcessors(file: path)
      #expect(awake.isGranted)
      #expect(try scratch.bytes(of: "latency") == [0, 0, 0, 0])
    }

    @Test("are not promised where the system says no")
    func refused() throws {
      #expect(!AwakeProcessors(file: try ScratchFolder().file("nothing")).isGranted)
    }
  }
#endif
