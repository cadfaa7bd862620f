import Foundation

/// What the system says about its own failures.
public enum SystemError {
  /// The text of `errno`.
  static var text: String { String(cString: strerror(errno)) }

  /// The system's own words in an error of Foundation, where it has any.
  public static func text(of error: any Error) -> String {
    var error = error as NSError
    while let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError { error = underlying }
    return error.domain == NSPOSIXErrorDomain
      ? String(cString: strerror(Int32(error.code))) : error.localizedDescription
  }
}
