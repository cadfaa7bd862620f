/// What a lane has to tell, first in, first out; its memory is reused.
struct FactQueue<Element: Sendable>: Sendable {
  /// Everything that was appended since the queue was last empty; others may append to it and nothing else.
  var elements: [Element] = []
  private var head = 0

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func append(contentsOf more: [Element]) { elements.append(contentsOf: more) }

  /// Takes the oldest; nil when there is none.
  mutating func next() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head]
    head += 1
    if head == elements.count { removeAll() }
    return element
  }

  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    head = 0
  }
}
