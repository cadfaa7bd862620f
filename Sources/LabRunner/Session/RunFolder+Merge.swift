import Foundation
import LabCost
import LabRecord

extension RunFolder {
  /// Makes the folder, and joins the runs of shards in it; reports are made afterwards.
  ///
  /// - Throws: a ``RunError`` when the folder is not empty, or the shards are not those of one run.
  public func merge(_ parts: [RunFolder]) throws {
    try create()
    try RecordMerge.merge(parts.map(\.record), into: record)
    guard let first = parts.first else { return }
    let kept = [
      (first.plan, "plan.yaml"), (first.baseline, "baseline.yaml"),
      (first.path + "/" + PriceBook.fileName, PriceBook.fileName),
    ]
    for (path, name) in kept {
      guard let text = FileManager.default.contents(atPath: path) else { continue }
      try write(Array(text), to: name)
    }
    // Shards may have run on several machines; the first one's stands for all, which matters in real time
    // only.
    if let environment = try first.readEnvironment() { try write(environment: environment) }
  }
}
