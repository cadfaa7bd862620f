import Synchronization

/// Hands work from any thread to one I/O loop, with one wake-up for as much as comes before the loop looks.
final class BatchQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    /// Whether the loop has been woken since it last took a batch.
    var isWoken = false
    var isClosed = false
  }

  /// What became of an element.
  enum Outcome {
    /// It waits, and the loop has been woken for an earlier one.
    case queued
    /// It waits, and the caller must wake the loop.
    case queuedFirst
    /// The loop has ended and will not take it.
    case closed
  }

  private let state = Mutex(State())

  func append(_ element: Element) -> Outcome {
    append(contentsOf: CollectionOfOne(element))
  }

  /// Appends elements, in order, of which there is at least one.
  func append(contentsOf elements: some Sequence<Element>) -> Outcome {
    state.withLock { state in
      if state.isClosed { return .closed }
      state.elements.append(contentsOf: elements)
      if state.isWoken { return .queued }
      state.isWoken = true
      return .queuedFirst
    }
  }

  /// Takes everything, in order. The next element to come asks for a wake-up again.
  func take() -> [Element] {
    state.withLock { state in
      state.isWoken = false
      if state.elements.isEmpty { return [] }
      var taken: [Element] = []
      swap(&taken, &state.elements)
      return taken
    }
  }

  /// Takes everything like `take()`, into an array whose memory is used again, as is the memory of what was
  /// taken.
  ///
  /// - Parameter batch: What it held is dropped, then it holds everything that waited, in order.
  func take(into batch: inout [Element]) {
    batch.removeAll(keepingCapacity: true)
    state.withLock { state in
      state.isWoken = false
      swap(&batch, &state.elements)
    }
  }

  /// Takes what is left and turns away whatever comes later.
  func close() -> [Element] {
    state.withLock { state in
      state.isClosed = true
      defer { state.elements = [] }
      return state.elements
    }
  }
}
