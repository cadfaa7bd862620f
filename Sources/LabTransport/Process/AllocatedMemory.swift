import CPlatform

/// What the process's allocator has handed out.
public enum AllocatedMemory {
  /// Bytes that were handed out and not given back, over all arenas and mappings: glibc's `mallinfo2`. `nil`
  /// elsewhere than with glibc 2.33 and later.
  public static var bytes: Int? {
    let bytes = lab_allocated_bytes()
    return bytes >= 0 ? Int(bytes) : nil
  }
}
