import Foundation
import LabTimeline

/// Changes that are asked about, and the same changes planted in a plan that is really run.
enum WhatIfExactness {
  private static let planted: [(change: String, from: String, to: String)] = [
    ("stt.finalize=-10ms", "final: { fixed: { ms: 61 } }", "final: { fixed: { ms: 51 } }"),
    (
      "llm.ttft=-100ms", "first_token: { fixed: { ms: 234.567 } }", "first_token: { fixed: { ms: 134.567 } }"
    ),
    (
      "llm.token_interval=+50%", "token_interval: { fixed: { ms: 9 } }",
      "token_interval: { fixed: { ms: 13.5 } }"
    ),
    ("tts.ttfb=100ms", "first_audio: { fixed: { ms: 187.654321 } }", "first_audio: { fixed: { ms: 100 } }"),
    (
      "tts.leading_silence=-50%", "leading_silence: { fixed: { ms: 100 } }",
      "leading_silence: { fixed: { ms: 50 } }"
    ),
    ("silenceThresholdMs=500", "network: [none]", "network: [none]\nsettings: { silenceThresholdMs: 500 }"),
    ("network=wifi", "network: [none]", "network: [wifi]"),
    ("tts=cartesia/sonic-3", "tts: [deepgram/aura-2]", "tts: [cartesia/sonic-3]"),
  ]

  static func run(_ workshop: Workshop) throws -> [Figure] {
    let plan = try String(contentsOfFile: workshop.project + "/Benchmarks/exact.yaml", encoding: .utf8)
    let folder = workshop.scratch("whatif")
    try workshop.run(workshop.turnlab, ["run", "Benchmarks/exact.yaml", "--out", folder])
    var largest: Int64 = 0
    var compared = 0
    for (index, case_) in planted.enumerated() {
      let (asked, really) = (workshop.scratch("asked-\(index)"), workshop.scratch("really-\(index)"))
      try workshop.run(workshop.turnlab, ["whatif", folder, "--set", case_.change, "--out", asked])
      let file = workshop.scratch("really-\(index).yaml")
      let changed = plan.replacingOccurrences(of: case_.from, with: case_.to)
      guard changed != plan else { throw BenchFailure("exact.yaml lacks “\(case_.from)”") }
      try changed.write(toFile: file, atomically: true, encoding: .utf8)
      try workshop.run(workshop.turnlab, ["run", file, "--out", really])
      let metric = MetricCatalogue.voiceToVoice
      let found = try RecordedTurns(folder: asked).values(of: metric)
      let wanted = try RecordedTurns(folder: really).values(of: metric)
      guard found.keys == wanted.keys, !found.isEmpty else {
        throw BenchFailure("\(case_.change): other turns were had")
      }
      largest = max(largest, found.map { abs($1 - (wanted[$0] ?? .max)) }.max() ?? .max)
      compared += found.count
    }
    return [
      Figure(
        name: "whatif.planted.max_error_of_\(planted.count)_changes_\(compared)_turns",
        value: Double(largest),
        unit: "ns", goal: .exactly(0))
    ]
  }
}
