extension Float {
  /// How far it is on the way from one number to another, 0 to 1; the way may lead down.
  func ramp(from start: Float, to end: Float) -> Float {
    Swift.min(Swift.max((self - start) / (end - start), 0), 1)
  }
}
