#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Keeps idle processors from sleeping for as long as it lives, where the system permits it.
///
/// A processor that sleeps takes a tenth of a millisecond and more to wake, on a virtual machine above all,
/// and a turn crosses about ten threads. On Linux a process that holds `/dev/cpu_dma_latency` open with a
/// latency of 0 µs keeps every processor awake; when it closes the file or dies, they sleep again (kernel
/// documentation, “PM Quality of Service Interface”). As a rule only root may open it. It costs electricity,
/// so it is for measurements, not for servers.
public final class AwakeProcessors: Sendable {
  /// Whether the system granted it.
  public let isGranted: Bool
  private let descriptor: Int32

  /// Asks the system.
  public convenience init() { self.init(file: "/dev/cpu_dma_latency") }

  /// - Parameter file: Takes the latency in microseconds as a 32-bit integer in the machine's byte order.
  init(file: String) {
    #if canImport(Darwin)
      descriptor = -1
      isGranted = false
    #else
      descriptor = open(file, O_WRONLY | O_CLOEXEC)
      var microseconds: Int32 = 0
      isGranted = descriptor >= 0 && write(descriptor, &microseconds, MemoryLayout<Int32>.size) == 4
    #endif
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
