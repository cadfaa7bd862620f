import Foundation
import LabRecord

/// Leaks on purpose, in this process and for real: memory that is touched and open files, at a steady rate.
/// Everything is given back when the planter goes, so that only the soak suffers.
final class ResourcePlanter {
  private let plant: SoakPlant
  private var blocks: [UnsafeMutableRawPointer] = []
  private var descriptors: [Int32] = []
  /// Small enough to grow smoothly; every block is an allocation of its own.
  private static let blockBytes = 65_536

  init(_ plant: SoakPlant) {
    self.plant = plant
  }

  deinit {
    for block in blocks { block.deallocate() }
    for descriptor in descriptors { close(descriptor) }
  }

  /// Leaks what is due by then, in seconds since the soak began.
  func advance(to seconds: Double) {
    let hours = seconds / 3600
    let wanted = Int(plant.memoryMegabytesPerHour * hours * 1e6) / Self.blockBytes
    while blocks.count < wanted {
      let block = UnsafeMutableRawPointer.allocate(byteCount: Self.blockBytes, alignment: 16)
      // Memory that nobody writes to is not resident.
      memset(block, 1, Self.blockBytes)
      blocks.append(block)
    }
    while descriptors.count < Int(plant.descriptorsPerHour * hours) {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return }
      descriptors.append(descriptor)
    }
  }
}
