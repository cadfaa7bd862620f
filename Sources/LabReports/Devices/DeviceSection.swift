import LabAnalysis
import LabRecord

/// The part of the Markdown and HTML reports that tells what heat did.
enum DeviceSection {
  /// - Returns: the section; `nil` when no conversation had a device.
  static func section(_ analysis: RunAnalysis, axes: CellAxes) -> ReportSection? {
    let devices = analysis.devices
    guard !devices.isEmpty else { return nil }
    let cells = analysis.report.cells.map(\.cell)
    return ReportSection(
      id: "devices", title: "Heat",
      paragraphs: [
        "How long the callers' devices were in each thermal state, and what turns took whose hottest state it was. What the device "
          + "computed on the way to the reply is a part of voice to voice, owned by “device”."
      ],
      tables: [
        ReportSection.Table(
          caption: "By cell and state.",
          header: [
            "cell", "device", "state", "time", "turns", "v2v p50 (ms)", "device mean (ms)",
            "against nominal (ms)",
          ],
          leftColumns: 3, rows: devices.flatMap { rows($0, cells: cells, axes: axes) }),
        ReportSection.Table(
          caption: "By cell.",
          header: ["cell", "device", "conversations", "highest (°C)", "thermal events", "most of one"],
          leftColumns: 2,
          rows: devices.map { device in
            [
              axes.label(cells[device.cell]), cells[device.cell].device, "\(device.conversations)",
              FixedPoint.text(device.highest, decimals: 1), "\(device.events)", "\(device.mostEvents)",
            ]
          }),
      ],
      notes: [
        "A thermal event is a change to a hotter state. “Against nominal” is the difference of the medians from the turns in "
          + "the nominal state; where longer buffers are at work it is more than what the device computes."
      ])
  }

  private static func rows(
    _ device: DeviceAnalysis.CellDevice, cells: [Cell], axes: CellAxes
  ) -> [[String]] {
    let all = device.states.reduce(0) { $0 + $1.seconds }
    let nominal = device.states.first { $0.state == .nominal }?.voiceToVoice
    return device.states.filter { $0.seconds > 0 || $0.turns > 0 }.map { share in
      let difference = share.voiceToVoice.flatMap { own in nominal.map { own - $0 } }
      let percent = all > 0 ? FixedPoint.text(100 * share.seconds / all, decimals: 1) + " %" : FixedPoint.none
      return [
        axes.label(cells[device.cell]), cells[device.cell].device, share.state.rawValue, percent,
        "\(share.turns)",
        FixedPoint.milliseconds(share.voiceToVoice), FixedPoint.milliseconds(share.device),
        share.state == .nominal ? FixedPoint.none : FixedPoint.milliseconds(difference),
      ]
    }
  }
}
