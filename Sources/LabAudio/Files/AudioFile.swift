import CSndfile
import Foundation

/// Reading and writing of sound files, by libsndfile.
///
/// Any format, sample format, sample rate and up to ``maximumChannels`` channels that libsndfile knows can be
/// read. Channels are averaged. Files are written as 16-bit mono WAV or FLAC.
public enum AudioFile {
  /// The most channels that are averaged to one; recordings with more are of something else than a talker.
  public static let maximumChannels = 8

  /// What the header of a sound file says.
  public struct Header: Hashable, Sendable {
    /// Samples per channel.
    public let frames: Int
    public let sampleRate: SampleRate
    public let channels: Int
  }

  /// The formats that can be written.
  public enum Format: String, Sendable, CaseIterable {
    case wav, flac

    /// Finds the format by the extension of a path; nil when it is neither `wav` nor `flac`.
    public init?(ofPath path: String) {
      self.init(rawValue: URL(fileURLWithPath: path).pathExtension.lowercased())
    }

    var sndfileFormat: Int32 {
      let container = self == .wav ? SF_FORMAT_WAV : SF_FORMAT_FLAC
      return Int32(container) | Int32(SF_FORMAT_PCM_16)
    }
  }

  /// Reads the header of a sound file, without its samples.
  ///
  /// A FLAC file that is cut off shows only when its samples are read.
  ///
  /// - Throws: an ``AudioError`` when there is no such file, or it is empty, cut off or no sound, or has
  ///   more than ``maximumChannels`` channels or a sample rate outside of ``SampleRate/allowed``.
  public static func header(ofFileAt path: String) throws(AudioError) -> Header {
    try withOpenFile(at: path) { _, header throws(AudioError) in header }
  }

  /// Opens a file after the checks that libsndfile does not make, and closes it afterwards.
  static func withOpenFile<Result>(
    at path: String, _ body: (OpaquePointer, Header) throws(AudioError) -> Result
  ) throws(AudioError) -> Result {
    try checkBytes(ofFileAt: path)
    var info = SF_INFO()
    guard let file = sf_open(path, Int32(SFM_READ), &info) else {
      throw AudioError(
        .notAudio, "\(path) is not a sound file that libsndfile can read.",
        hint: "Give a WAV or FLAC file.")
    }
    defer { sf_close(file) }
    return try body(file, try header(info, path: path))
  }

  private static func header(_ info: SF_INFO, path: String) throws(AudioError) -> Header {
    guard info.channels <= maximumChannels else {
      throw AudioError(
        .tooManyChannels,
        "\(path) has \(info.channels) channels; at most \(maximumChannels) are averaged to one.",
        hint: "Choose or mix the channels first, for example with: sox \(path) mono.wav remix 1")
    }
    guard let rate = SampleRate(validating: Int(info.samplerate)) else {
      let allowed = SampleRate.allowed
      throw AudioError(
        .sampleRateOutOfRange,
        "\(path) has a sample rate of \(info.samplerate) Hz; it must be \(allowed.lowerBound) to \(allowed.upperBound).",
        hint: "Check that the header is right, or convert the file, for example with sox.")
    }
    guard info.frames > 0 else {
      throw AudioError(
        .fileEmpty, "\(path) has a header but no samples.", hint: "Record or export it again.")
    }
    return Header(frames: Int(info.frames), sampleRate: rate, channels: Int(info.channels))
  }

  private static func checkBytes(ofFileAt path: String) throws(AudioError) {
    var isFolder: ObjCBool = false
    let files = FileManager.default
    guard files.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
      throw AudioError(
        .fileMissing,
        isFolder.boolValue ? "\(path) is a folder, not a sound file." : "There is no file \(path).",
        hint: "Check the path.")
    }
    do {
      let size = try files.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      guard size > 0 else {
        throw AudioError(.fileEmpty, "\(path) is an empty file.", hint: "Record or export it again.")
      }
      if let length = try RIFFLength(ofFileAt: path), length.promised > length.present {
        throw truncated(
          path, "its header promises \(length.promised) bytes of sound, \(length.present) are there")
      }
    } catch let error as AudioError {
      throw error
    } catch {
      throw AudioError(
        .fileUnreadable, "\(path) cannot be read: \(error.localizedDescription)",
        hint: "Check the permissions of the file.")
    }
  }

  static func truncated(_ path: String, _ why: String) -> AudioError {
    AudioError(
      .fileTruncated, "\(path) is cut off: \(why).",
      hint: "Copy it again; if a recorder stopped midway, repair it, for example with: sox \(path) whole.wav")
  }
}
