import CSndfile

extension AudioFile {
  /// Writes a clip as 16-bit mono, in the format that the extension of the path names (`wav` or `flac`).
  ///
  /// Equal clips give equal bytes: neither format has a time or a path in it. FLAC bytes may differ between
  /// versions of its encoder, the samples never.
  ///
  /// - Throws: an ``AudioError`` when the clip is empty, the extension is another, or the disk refuses.
  public static func write(_ clip: AudioClip, to path: String) throws(AudioError) {
    guard let format = Format(ofPath: path) else {
      throw AudioError(
        .writeFailed, "\(path) names no format that can be written.", hint: "Let it end in .wav or .flac.")
    }
    guard !clip.samples.isEmpty else {
      throw AudioError(
        .writeFailed, "\(path) would be a sound file without samples.",
        hint: "Write a sound that has at least one sample.")
    }
    var info = SF_INFO()
    info.samplerate = Int32(clip.sampleRate.hertz)
    info.channels = 1
    info.format = format.sndfileFormat
    guard let file = sf_open(path, Int32(SFM_WRITE), &info) else {
      throw AudioError(
        .writeFailed, "\(path) cannot be written.",
        hint: "Check that its folder exists and may be written to.")
    }
    if format == .flac {
      var compression = 1.0
      sf_command(file, Int32(SFC_SET_COMPRESSION_LEVEL), &compression, Int32(MemoryLayout<Double>.size))
    }
    let written = sf_write_short(file, clip.samples, sf_count_t(clip.samples.count))
    let closed = sf_close(file)
    guard written == sf_count_t(clip.samples.count), closed == 0 else {
      throw AudioError(
        .writeFailed, "\(path) could not be written whole.", hint: "Check the free space of the disk.")
    }
  }
}
