import Testing

@testable import LabPipeline

@Suite("The messages in which sound is sent")
struct SoundMessagesTests {
  @Test("are the buffers themselves when no length is asked for")
  func buffers() {
    var uplink = SoundMessages(byteCount: 0)
    #expect(uplink.add([1, 2]) == [1, 2])
    #expect(uplink.flush() == nil)
  }

  @Test("leave with the buffer that makes them long enough, with all that waits")
  func joined() {
    var uplink = SoundMessages(byteCount: 5)
    #expect(uplink.add([1, 2]) == nil)
    #expect(uplink.add([3, 4]) == nil)
    #expect(uplink.add([5, 6]) == [1, 2, 3, 4, 5, 6])
    #expect(uplink.add([7, 8]) == nil)
    #expect(uplink.flush() == [7, 8])
    #expect(uplink.add([9, 9]) == nil)
    uplink.forget()
    #expect(uplink.flush() == nil)
  }
}
