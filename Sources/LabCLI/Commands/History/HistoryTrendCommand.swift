public import ArgumentParser
public import LabHistory
import LabPlan
import LabRunner
import LabTimeline

extension HistoryCommand {
  /// `turnlab history trend`.
  struct Trend: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "trend", abstract: "Follow a figure from night to night, and name the nights it changed.")

    @Option(help: "The metric, e.g. llm.ttft; 'turnlab run' reports list them.")
    var metric = MetricCatalogue.voiceToVoice.id

    @Option(help: "The figure: p50, p90, error_rate or usd_per_hour.")
    var stat = TrendStatistic.p50

    @Option(help: "Only the cells that match, e.g. 'stt=deepgram/*'.")
    var select: String?

    @Option(help: "Only the runs of the plan of this name.")
    var plan: String?

    @Flag(help: "Print the trend as JSON.")
    var json = false

    @Option(help: "Draw the trend into this SVG file, too.", completion: .file(extensions: ["svg"]))
    var svg: String?

    @OptionGroup var database: Database

    func run() throws {
      guard let metric = MetricCatalogue.metric(metric) else {
        throw HistoryError(
          .input, "There is no metric “\(metric)”.",
          hint: "The metrics are \(MetricCatalogue.all.map(\.id).joined(separator: ", ")).")
      }
      let selection = try select.map(CellSelection.init) ?? CellSelection()
      let trend = try database.open().trend(
        of: metric, statistic: stat, plan: plan, isWanted: selection.contains)
      if let svg { try RunFolder.write(Array(TrendSVG.text(trend).utf8), toFile: svg) }
      Console.current.output(whole: try json ? HistoryJSON.text(trend) : TrendText.text(trend))
    }
  }
}

extension TrendStatistic: ExpressibleByArgument {}
