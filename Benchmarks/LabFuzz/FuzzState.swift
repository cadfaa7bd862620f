import Foundation
import FuzzSupport

/// What a child is at, in memory that its parent sees, so that nothing is lost when it dies.
final class FuzzState {
  static let size = 8 << 20
  private let base: UnsafeMutableRawPointer

  init(path: String) throws {
    let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
    guard descriptor >= 0, ftruncate(descriptor, off_t(Self.size)) == 0,
      let base = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), base != MAP_FAILED
    else { throw FuzzFailure("\(path) cannot be mapped") }
    close(descriptor)
    self.base = base
  }

  deinit { munmap(base, Self.size) }

  /// How many inputs were begun.
  var count: UInt64 {
    get { base.load(as: UInt64.self) }
    set { base.storeBytes(of: newValue, as: UInt64.self) }
  }

  /// The input that is run.
  var input: [UInt8] {
    get {
      let count = Int(base.load(fromByteOffset: 8, as: UInt64.self))
      return Array(UnsafeRawBufferPointer(start: base + 16, count: min(count, Self.size - 16)))
    }
    set {
      let count = min(newValue.count, Self.size - 16)
      base.storeBytes(of: UInt64(count), toByteOffset: 8, as: UInt64.self)
      newValue.withUnsafeBytes { (base + 16).copyMemory(from: $0.baseAddress!, byteCount: count) }
    }
  }
}

struct FuzzFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// What a child says at its end, as a line of JSON.
struct FuzzFigures: Codable {
  var inputs: Int
  var seconds: Double
  /// Kinds of behaviour that were seen.
  var behaviours: Int
  var slowestMilliseconds: Double
  var peakMegabytes: Double
  /// Rules that were broken, with the input that did it, as text.
  var violations: [String: String]
}
