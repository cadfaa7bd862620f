import Foundation
import LabProviders

/// How fast server-sent events are cut out of bytes, on one core: bytes in, events out, no JSON.
enum SSESpeed {
  static func run(_ workshop: Workshop) throws -> [Figure] {
    let delta =
      #"data: {"id":"chatcmpl-9xKq2","object":"chat.completion.chunk","created":1763769600,"model":"gpt-4o-mini-2024-07-18","service_tier":"default","system_fingerprint":"fp_0392822090","choices":[{"index":0,"delta":{"content":" circle"},"logprobs":null,"finish_reason":null}]}"#
      + "\n\n"
    let named =
      "event: content_block_delta\ndata: "
      + #"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":" the radius of"},"usage":{"input_tokens":12,"output_tokens":5,"cache_read_input_tokens":0}}"#
      + "\n\n"
    let audio =
      "event: chunk\ndata: {\"type\":\"chunk\",\"data\":\"" + String(repeating: "UklGRiQAAABX", count: 4000)
      + "\"}\n\n"
    let cases: [(String, String, Int)] = [
      ("deltas_in_16kB", delta, 16_384), ("deltas_one_by_one", delta, delta.utf8.count),
      ("deltas_cut_at_100", delta, 100),
      ("named_events_crlf", named.replacingOccurrences(of: "\n", with: "\r\n"), 16_384),
      ("events_of_48kB", audio, 16_384),
    ]
    return try cases.map { name, event, piece in
      let stream = Array(String(repeating: event, count: max(1, 16_000_000 / event.utf8.count)).utf8)
      let speed = try megabytesPerSecond(stream, events: stream.count / event.utf8.count, piece: piece)
      return Figure(
        name: "sse.\(name)", value: speed, unit: "MB/s", goal: .atLeast(300), ratio: .atLeast(0.02),
        to: .lineSearch(in: stream))
    }
  }

  /// Megabytes (10⁶ bytes) a second of processor time; the best of five rounds, because others use the machine.
  private static func megabytesPerSecond(_ stream: [UInt8], events count: Int, piece: Int) throws -> Double {
    let pieces = stride(from: 0, to: stream.count, by: piece).map {
      Array(stream[$0..<min(stream.count, $0 + piece)])
    }
    var best = 0.0
    for _ in 0..<5 {
      var parser = ServerSentEventParser()
      var (events, bytes) = (0, 0)
      let before = threadNanoseconds()
      for piece in pieces {
        parser.consume(piece) { event in
          events += 1
          bytes += event.data.count
        }
      }
      let seconds = Double(threadNanoseconds() - before) / 1e9
      guard events == count, bytes > 0 else { throw BenchFailure("\(events) of \(count) events came out") }
      best = max(best, Double(stream.count) / 1e6 / seconds)
    }
    return best
  }
}

/// The processor time of this thread.
func threadNanoseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
