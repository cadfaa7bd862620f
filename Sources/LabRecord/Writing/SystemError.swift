import Foundation

/// What the system says about its own failures.
public enum SystemError {
  /// The text of `errno`.
  public static var text: String { String(cString: strerror(errno)) }

  /// Why something with a file failed, as a phrase without a full stop.
  public static func text(of error: any Error) -> String {
    var error = error as NSError
    while let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError { error = underlying }
    if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))) }
    return number(of: error).map { String(cString: strerror($0)) } ?? error.localizedDescription
  }

  /// The system's number for what Foundation says in sentences of its own, some of which do not fit.
  private static func number(of error: NSError) -> Int32? {
    guard error.domain == NSCocoaErrorDomain else { return nil }
    return switch CocoaError.Code(rawValue: error.code) {
    case .fileNoSuchFile, .fileReadNoSuchFile: ENOENT
    case .fileWriteFileExists: EEXIST
    case .fileWriteNoPermission, .fileReadNoPermission: EACCES
    case .fileWriteOutOfSpace: ENOSPC
    case .fileWriteVolumeReadOnly: EROFS
    default: nil
    }
  }
}
