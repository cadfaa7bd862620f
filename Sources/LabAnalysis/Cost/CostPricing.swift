import LabCost
import LabRecord
import LabStatistics
import LabTimeline

/// Looks up what a cost report needs of a price book, and prices cells with it.
struct CostPricing {
  let book: PriceBook
  let request: CostReport.Request

  /// - Throws: `CostError` for a tier or a rival that the book does not have.
  init(book: PriceBook, request: CostReport.Request) throws(CostError) {
    self.book = book
    self.request = request
    for choice in request.tiers {
      let names = book.prices.filter { $0.providers.contains(where: choice.covers) }.flatMap(\.tiers).map(
        \.name)
      guard names.contains(choice.name) else {
        let vendor = choice.vendor.map { " of “\($0)”" } ?? ""
        let known = Set(names).sorted().joined(separator: ", ")
        throw CostError(
          "The price book has no tier “\(choice.name)”\(vendor).",
          hint: known.isEmpty ? "It has none there." : "It has \(known).")
      }
    }
    for rival in request.rivals where book.price(of: rival) == nil {
      let known = book.prices.filter(\.isRival).flatMap(\.providers).joined(separator: ", ")
      throw CostError("The price book has no price for “\(rival)”.", hint: "Compare with one of \(known).")
    }
  }

  /// The cell's own line, then those of its rivals.
  func lines(of cell: Cell, in run: String, _ projection: CostProjection) -> [CostReport.Line] {
    let providers = CellCost.providers(of: cell).map(\.id)
    let prices = providers.map { id in book.price(of: id).map { ($0, tier(of: $0, for: id)) } }
    let known = prices.compactMap(\.self)
    let result = known.count == providers.count ? projection.result(known) : nil
    var missing = zip(providers, prices).filter { $0.1 == nil }.map(\.0)
    if result == nil, missing.isEmpty {
      missing = zip(providers, known).filter { $0.1.1?.charges == nil && $0.1.1 != nil }
        .map { "\($0.0) beyond what the plan includes" }
    }
    var lines = [
      line(.pipeline, cell, run, projection, rival: nil, result: result, unpriced: missing)
    ]
    for rival in request.rivals {
      guard let price = book.price(of: rival) else { continue }
      let kinds: [CostReport.Line.Kind] = price.speechToSpeech == nil ? [.rival] : [.cached, .uncached]
      for kind in kinds {
        let result = projection.speechToSpeech(
          price, tier: tier(of: price, for: rival), isCached: kind != .uncached)
        lines.append(
          line(
            kind, cell, run, projection, rival: rival, result: result, unpriced: result == nil ? [rival] : [])
        )
      }
    }
    return lines
  }

  private func line(
    _ kind: CostReport.Line.Kind, _ cell: Cell, _ run: String, _ projection: CostProjection, rival: String?,
    result: CostProjection.Result?, unpriced: [String]
  ) -> CostReport.Line {
    CostReport.Line(
      kind: kind, run: run, cell: cell, rival: rival, result: result, unpriced: unpriced,
      session: projection.expectedSession, turns: projection.expectedTurns,
      talkShare: projection.expectedTalkShare, conversations: projection.sessions.count)
  }

  func tier(of price: ProviderPrice, for id: String) -> ProviderPrice.Tier? {
    let names = request.tiers.filter { $0.covers(id) }.map(\.name)
    return price.tiers.first { names.contains($0.name) }
  }

  /// Dollars an hour over the length of a session, of the cell and of its rivals; none where a price is
  /// missing.
  func curves(
    of cell: Cell, _ sessions: [ObservedSession], generator: SeededGenerator
  ) throws(CostError) -> [CostCurve] {
    var curves: [CostCurve] = []
    for minutes in CostCurve.minutes {
      var shape = request.shape
      shape.sessionMinutes = minutes
      // The chart shows no intervals: fewer conversations than they need would give none, so one stands for
      // all.
      let projection = try CostProjection(CostCurve.merged(sessions), shape: shape, generator: generator)
      for line in lines(of: cell, in: "", projection) {
        guard let hour = line.result?.perHour.usd.approximation else { continue }
        let index = curves.firstIndex { $0.name == line.name && $0.kind == line.kind }
        if let index {
          curves[index].points.append((minutes, hour))
        } else {
          curves.append(CostCurve(name: line.name, kind: line.kind, points: [(minutes, hour)]))
        }
      }
    }
    return curves
  }

  /// What is unpriced or approximate, with the price book's own words.
  func notes(for lines: [CostReport.Line]) -> [String] {
    var notes: [String] = []
    let unpriced = Set(lines.flatMap(\.unpriced)).sorted()
    if !unpriced.isEmpty { notes.append("Unpriced: \(unpriced.joined(separator: ", ")).") }
    let ids = CostReport.distinct(
      lines.flatMap { line in line.rival.map { [$0] } ?? CellCost.providers(of: line.cell).map(\.id) })
    for id in ids {
      guard let price = book.price(of: id), let note = price.note else { continue }
      let basis = price.basis == .list ? "" : " (\(price.basis.rawValue))"
      notes.append("\(id)\(basis): \(note)")
    }
    return notes
  }
}

extension ProviderPrice {
  /// Whether it hears and speaks by itself: billed by audio tokens, or by the session.
  var isRival: Bool {
    speechToSpeech != nil || charges.contains { $0.meter == .sessionSeconds }
      || charges.contains { $0.meter == .speechToTextSeconds }
        && charges.contains { $0.meter == .spokenSeconds }
  }
}
