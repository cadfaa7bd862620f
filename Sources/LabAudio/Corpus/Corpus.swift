package import LabYAML

/// A corpus on disk: its manifest, checked whole, and its sounds, read when they are asked for.
public struct Corpus: Sendable {
  /// The path as it was given.
  public let folder: String
  public let manifest: CorpusManifest

  /// Reads and checks the manifest of a folder, with the header of every sound file that it names.
  ///
  /// - Throws: an ``AudioError`` with all problems at once, each with its line.
  public init(contentsOf folder: String) throws(AudioError) {
    try self.init(
      folder: folder, manifest: AudioError.reader(of: folder + "/" + CorpusManifest.fileName))
  }

  /// Checks a manifest against the sound files of a folder.
  ///
  /// - Throws: an ``AudioError`` with all problems at once, each with its line.
  package init(folder: String, manifest reader: YAMLReader) throws(AudioError) {
    var manifestReader = CorpusManifestReader(folder: folder, reader: reader)
    guard let manifest = manifestReader.manifest() else {
      let problems = reader.problems
      let count = problems.count == 1 ? "a problem" : "\(problems.count) problems"
      throw AudioError(
        .invalidCorpus, "\(reader.file) has \(count).",
        hint: "Correct the lines named, or build the corpus again from its recipe.", problems: problems)
    }
    self.folder = folder
    self.manifest = manifest
  }

  /// Reads the sound of an utterance. Nothing is cached: callers that need it twice keep it.
  ///
  /// At another rate than the manifest's, positions of labels move by ``SampleRate/position(of:at:)``.
  ///
  /// - Parameter rate: the wanted sample rate; that of the manifest when nil.
  public func clip(for utterance: CorpusUtterance, at rate: SampleRate? = nil) throws(AudioError) -> AudioClip
  {
    try AudioFile.read(folder + "/" + utterance.file, at: rate ?? manifest.sampleRate)
  }
}
