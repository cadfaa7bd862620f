public import LabConversation
import LabEmulation
import LabProviders
public import LabTimeline
import LabYAML

/// One thing to change in a plan: `stt.finalize=-100ms`, `tts=cartesia/sonic-3`, `silenceThresholdMs=500`.
public struct PlanChange: Sendable {
  /// What changes, and into what.
  public enum Kind: Sendable {
    /// One value in place of all that an axis of the matrix holds.
    case axis(String, String)
    /// A setting of every cell.
    case setting(SettingValue)
    /// What a stage takes, of every emulated service that has it.
    case latency(TurnStage, LatencyChange)
  }

  /// The change as it was written.
  public let text: String
  public let kind: Kind

  /// Other names under which a stage is known: those of its metrics and of the emulation's fields.
  private static let aliases: [String: TurnStage] = [
    "stt.final": .finalize, "stt.interim": .firstPartial, "llm.ttfat": .firstToken,
    "llm.first_token": .firstToken, "tts.first_audio": .firstAudio, "s2s.first_audio": .reply,
    "s2s.leading_silence": .leadingSilence,
  ]

  /// Reads `NAME=VALUE`.
  ///
  /// - Parameter names: What the matrix can name.
  /// - Throws: a ``RunError`` that says which of the two is unknown, and what there is.
  public init(_ text: String, names: MatrixNames = MatrixNames()) throws(RunError) {
    self.text = text
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard sides.count == 2, !sides[0].isEmpty, !sides[1].isEmpty else {
      throw Self.problem(
        "“\(text)” is not of the form NAME=VALUE",
        hint:
          "Write for instance stt.finalize=-100ms, llm.ttft=-20%, tts=cartesia/sonic-3 or silenceThresholdMs=500."
      )
    }
    let (name, value) = (sides[0], sides[1])
    if let axis = MatrixAxis.all(names).first(where: { $0.key == name }) {
      kind = .axis(name, try Self.name(value, on: axis))
    } else if let field = SettingField.named(name) {
      do {
        kind = .setting(try field.value(value))
      } catch {
        throw Self.problem("“\(value)” is not a value of “\(name)”", hint: "Write \(field.accepted).")
      }
    } else if let stage = TurnStage(rawValue: name) ?? Self.aliases[name] {
      guard let change = LatencyChange(value) else {
        throw Self.problem(
          "“\(value)” is not a change of a latency", hint: "Write -100ms, +0.2s, -20% or 300ms.")
      }
      if let objection = stage.objection(to: change) {
        throw Self.problem(objection, hint: "Change it in another way: -100ms, +0.2s, -20% or 300ms.")
      }
      kind = .latency(stage, change)
    } else {
      let known =
        TurnStage.allCases.map(\.rawValue) + MatrixAxis.all().map(\.key) + SettingField.all.map(\.key)
      let guess = Spelling.nearest(to: name, among: known).map { " Did you mean “\($0)”?" } ?? ""
      throw Self.problem(
        "“\(name)” is nothing that can be changed",
        hint:
          "A stage (\(TurnStage.allCases.map(\.rawValue).joined(separator: ", "))), an axis of the matrix or a "
          + "setting can be.\(guess)")
    }
  }

  private static func name(_ value: String, on axis: MatrixAxis) throws(RunError) -> String {
    if axis.names.contains(value) { return value }
    let family = axis.names.filter { $0.hasPrefix(value) }
    let guess = Spelling.nearest(to: value, among: axis.names).map { "Did you mean “\($0)”?" }
    throw problem(
      "“\(value)” is not a \(axis.what)",
      hint: family.isEmpty
        ? guess ?? "There are \(axis.names.joined(separator: ", "))."
        : "There are \(family.joined(separator: ", ")).")
  }

  private static func problem(_ message: String, hint: String) -> RunError {
    RunError(.usage, message + ".", hint: hint)
  }
}

extension RunPlan {
  /// The plan as though the changes stood at its end.
  public func applying(_ changes: [PlanChange]) -> RunPlan {
    var plan = self
    plan.matrix.apply(changes)
    plan.settings += changes.settings
    plan.emulation.apply(changes)
    return plan
  }
}

extension RunPlan.Matrix {
  /// Puts one value in place of all that an axis holds, so that cells still correspond one to one.
  mutating func apply(_ changes: [PlanChange]) {
    for change in changes {
      guard case .axis(let key, let name) = change.kind,
        let axis = MatrixAxis.all().first(where: { $0.key == key })
      else { continue }
      axis.replace(with: name, in: &self)
    }
  }
}

extension EmulationProfiles {
  /// Changes the latencies of stages.
  mutating func apply(_ changes: [PlanChange]) {
    for change in changes {
      if case .latency(let stage, let latency) = change.kind { self.change(stage, by: latency) }
    }
  }
}

extension [PlanChange] {
  /// The settings among the changes.
  var settings: [SettingValue] {
    compactMap { if case .setting(let setting) = $0.kind { setting } else { nil } }
  }
}

/// Reads `changes`: what a plan changes about the rest of itself.
enum ChangeReader {
  static func read(_ root: YAMLMapping, names: MatrixNames) -> [PlanChange] {
    guard let list = root.optional("changes"), let items = list.sequence() else { return [] }
    return items.compactMap { item -> PlanChange? in
      guard let text = item.string() else { return nil }
      do throws(RunError) {
        return try PlanChange(text, names: names)
      } catch {
        let message = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
        item.report("\(message); \(error.hint)")
        return nil
      }
    }
  }
}
