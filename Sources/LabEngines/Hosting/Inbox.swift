import Foundation

/// What waits for a thread to take it, in order.
final class Inbox<Element: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  // Both are touched only under the condition's lock.
  private var elements: [Element] = []
  private var isClosed = false

  func append(_ element: Element) {
    condition.withLock {
      guard !isClosed else { return }
      elements.append(element)
      condition.signal()
    }
  }

  /// Turns away whatever comes later; what is there is still taken.
  func close() {
    condition.withLock {
      isClosed = true
      condition.signal()
    }
  }

  /// Waits for something and takes all of it; `nil` when nothing will come any more.
  func wait() -> [Element]? {
    condition.withLock {
      while elements.isEmpty, !isClosed { condition.wait() }
      return elements.isEmpty ? nil : takeAll()
    }
  }

  /// Takes what is there without waiting.
  func take() -> [Element] {
    condition.withLock { takeAll() }
  }

  /// Whether nothing that comes will be taken.
  var isShut: Bool { condition.withLock { isClosed } }

  private func takeAll() -> [Element] {
    var taken: [Element] = []
    swap(&taken, &elements)
    return taken
  }
}
