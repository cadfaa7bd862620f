/// Something plain that does a comparable piece of work, measured in the same run as the figure held to it.
struct Reference {
  /// What it is, as it is printed, e.g. `a plain FFTW transform`.
  let name: String
  /// In the unit of the figure.
  let value: Double
}
