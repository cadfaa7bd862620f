extension String {
  /// The text as one word of a shell command: in single quotes when it holds more than plain characters.
  public var quotedForShell: String {
    let isPlain =
      !isEmpty
      && unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || "0123456789-_./,=+:@%".unicodeScalars.contains($0)
      }
    return isPlain
      ? self : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
