import LabRecord
import LabStatistics

/// Judges whether what the process holds grows.
struct ResourceTrends {
  let samples: [ResourceSample]
  let limits: SoakLimits

  /// A resource and how it is judged.
  private struct Resource {
    let name: String
    let value: (ResourceSample) -> Double?
    let limit: Double?
    /// A rise below this is not growth, however steep: memory comes in pages, pools and arenas.
    let leastRise: Double
  }

  /// The most measurements that are fitted; more are gathered into the medians of this many groups.
  private static let mostPoints = 540

  /// - Parameter lines: The lines of a soak's file; of several processes the one that ran longest is judged.
  init(lines: [SoakLine], limits: SoakLimits) {
    var processes: [[ResourceSample]] = [[]]
    for line in lines {
      switch line {
      case .sample(let sample): processes[processes.count - 1].append(sample)
      case .resumed: processes.append([])
      case .settings, .save: break
      }
    }
    func span(_ samples: [ResourceSample]) -> Double { (samples.last?.at ?? 0) - (samples.first?.at ?? 0) }
    samples = processes.max { span($0) < span($1) } ?? []
    self.limits = limits
  }

  private var resources: [Resource] {
    [
      Resource(
        name: "resident_mb", value: { $0.residentBytes.map { Double($0) / 1e6 } },
        limit: limits.memoryMegabytesPerHour, leastRise: 2),
      Resource(
        name: "allocated_mb", value: { $0.allocatedBytes.map { Double($0) / 1e6 } },
        limit: limits.memoryMegabytesPerHour, leastRise: 2),
      Resource(
        name: "descriptors", value: { $0.descriptors.map(Double.init) }, limit: limits.descriptorsPerHour,
        leastRise: 2),
      Resource(
        name: "threads", value: { $0.threads.map(Double.init) }, limit: limits.threadsPerHour, leastRise: 2),
      Resource(
        name: "waiting_reports", value: { $0.waitingReports.map(Double.init) }, limit: nil, leastRise: 0),
    ]
  }

  /// Every resource that was seen.
  var all: [SoakReport.ResourceTrend] { resources.compactMap(trend) }

  private func trend(of resource: Resource) -> SoakReport.ResourceTrend? {
    let points = samples.compactMap { sample in
      resource.value(sample).map { (time: sample.at / 3600, value: $0) }
    }
    guard let first = points.first, let last = points.last else { return nil }
    let settled = first.time + (last.time - first.time) / 10
    let line = TheilSenInterval(Self.thinned(points.filter { $0.time >= settled }))
    let rise = line.map { $0.ends[1] - $0.ends[0] }
    let grows =
      line.map { line in
        resource.limit.map {
          line.interval.lowerBound > 0 && line.slope >= $0 && rise ?? 0 >= resource.leastRise
        } ?? false
      } ?? false
    return SoakReport.ResourceTrend(
      name: resource.name, samples: points.count, first: Self.rounded(first.value),
      last: Self.rounded(last.value), highest: Self.rounded(points.map(\.value).max() ?? last.value),
      perHour: line.map { Self.rounded($0.slope) },
      interval: line.map { [Self.rounded($0.interval.lowerBound), Self.rounded($0.interval.upperBound)] },
      rise: rise.map(Self.rounded), limitPerHour: resource.limit, grows: grows)
  }

  /// The medians of equal groups, so that very long soaks are fitted as fast as short ones.
  private static func thinned(_ points: [(time: Double, value: Double)]) -> [(time: Double, value: Double)] {
    guard points.count > mostPoints else { return points }
    return (0..<mostPoints).map { group in
      let part = points[(group * points.count / mostPoints)..<((group + 1) * points.count / mostPoints)]
      return (MiddleValue.of(part.map(\.time)), MiddleValue.of(part.map(\.value)))
    }
  }

  private static func rounded(_ value: Double) -> Double { (value * 1e3).rounded() / 1e3 }
}
