/// The names of the modes that reports treat differently.
enum RunMode {
  /// Virtual time: nothing in the figures may vary between equal runs.
  static let offline = "offline"
}
