import Foundation

/// Room for the numbers of one transform, which all detectors of a thread share.
///
/// A thread finds it in the cache; of hundreds of detectors in turn each would find buffers of its own in
/// slow memory. It is not on the stack because there Swift makes room for 1 kB at most and takes more from
/// the allocator, each time.
enum FourierRoom {
  /// Enough for the reals and the bins of 20 ms at 48 kHz, the longest transform.
  static let capacity = 2_048

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { free($0) }
    return key
  }()

  /// The room of this thread, made on first use and given back when the thread ends.
  static var ofThisThread: UnsafeMutablePointer<Float> {
    let room =
      pthread_getspecific(key)
      ?? {
        let made = malloc(capacity * MemoryLayout<Float>.stride)
        pthread_setspecific(key, made)
        return made
      }()
    guard let room else { preconditionFailure("There is no memory for a transform.") }
    return room.assumingMemoryBound(to: Float.self)
  }
}
