#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A library that was loaded while the program runs. It stays loaded until the program ends.
struct SharedLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer
  private let name: String

  /// Loads the first of several names that the system knows.
  ///
  /// - Throws: an ``EngineProblem`` that names the Debian package when the system knows none of them.
  init(_ names: [String], of engine: String, package: String) throws(EngineProblem) {
    for name in names {
      // Global, because a voice finds the functions of its engine in what is loaded already.
      guard let handle = dlopen(name, RTLD_NOW | RTLD_GLOBAL) else { continue }
      self.handle = handle
      self.name = name
      return
    }
    throw EngineProblem(
      "\(engine) is not on this machine (\(names[0]) cannot be loaded).",
      hint: "Install it, on Debian with: apt-get install \(package)")
  }

  /// A function by its name.
  ///
  /// - Parameter type: Its type in C; what the library really has is not checked.
  /// - Throws: an ``EngineProblem`` when the library has no such function.
  func function<Function>(_ symbol: String, as type: Function.Type) throws(EngineProblem) -> Function {
    guard let address = dlsym(handle, symbol) else {
      throw EngineProblem(
        "\(name) has no function \(symbol), so it is of a version that the lab does not know.")
    }
    return unsafeBitCast(address, to: type)
  }
}
