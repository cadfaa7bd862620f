import GRDB
import LabTimeline

/// A row of `noise_memory`: what was found in the medians of a cell, for as long as its nights stay the same.
struct NoiseMemory {
  private let cellID: Int64
  private let metric: LatencyMetric
  private let fingerprint: String
  private let digest: String

  init(_ nights: [TrendNight], cellID: Int64, metric: LatencyMetric, fingerprint: RunFingerprint) {
    self.cellID = cellID
    self.metric = metric
    self.fingerprint = fingerprint.text
    var digest = ContentDigest()
    for night in nights {
      digest.add(night.run)
      digest.add(night.isValid ? 1 : 0)
      digest.add(night.value.map { Int64(bitPattern: $0.bitPattern) } ?? -1)
    }
    self.digest = digest.text
  }

  /// The runs from which on the figure was another; `nil` when the nights were others when it was looked at.
  func changes(in database: Database) throws -> Set<String>? {
    try String.fetchOne(
      database,
      sql: """
        SELECT changes FROM noise_memory JOIN metrics ON metrics.id = metric_id
        WHERE cell_id = ? AND key = ? AND fingerprint = ? AND series_digest = ?
        """, arguments: [cellID, metric.key, fingerprint, digest]
    ).map { Set($0.split(separator: " ").map(String.init)) }
  }

  func remember(_ judgement: SeriesJudgement, nights: [TrendNight], in database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO noise_memory VALUES (?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        cellID, try RunRows.metric(metric.key, in: database), fingerprint, digest, nights.count,
        judgement.changes.map { nights[$0].run }.joined(separator: " "), judgement.deviation,
      ])
  }

  func forget(in database: Database) throws {
    try database.execute(
      sql: """
        DELETE FROM noise_memory WHERE cell_id = ? AND fingerprint = ?
        AND metric_id = (SELECT id FROM metrics WHERE key = ?)
        """, arguments: [cellID, fingerprint, metric.key])
  }
}
