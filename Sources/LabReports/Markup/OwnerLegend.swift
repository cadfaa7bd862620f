import LabAnalysis
import LabTimeline

/// Which colour belongs to which owner.
enum OwnerLegend {
  /// The owners that occur, in the order of their enumeration.
  static func owners(of cells: [CellReport]) -> [Contribution.Owner] {
    let present = Set(cells.flatMap(\.contributions).map(\.owner))
    return Contribution.Owner.allCases.filter(present.contains)
  }

  static func markup(_ owners: [Contribution.Owner]) -> String {
    let items = owners.map { owner in
      "<li><i class=\"swatch \(owner.rawValue)\"></i>\(owner.rawValue) <span>\(meaning(owner))</span></li>"
    }
    return "<ul class=\"legend\">\(items.joined())</ul>\n"
  }

  private static func meaning(_ owner: Contribution.Owner) -> String {
    switch owner {
    case .user: "the caller"
    case .setting: "a wait that was asked for"
    case .pipeline: "the agent’s own code"
    case .network: "the way there and back"
    case .stt: "speech to text"
    case .llm: "language model"
    case .tts: "speech synthesis"
    case .s2s: "speech to speech"
    case .tool: "a tool the model called"
    case .device: "the caller’s device"
    case .unattributed: "nobody"
    }
  }
}
