import Foundation
import LabConversation
import LabEmulation
import LabProviders
import LabRecord
import LabTimeline
import LabVoiceActivity
import LabWorkloads
import LabYAML

/// Reads a plan file and reports everything that is wrong with it at once, each problem with its line.
public enum PlanReader {
  /// - Parameters:
  ///   - path: The file, as the user gave it.
  ///   - baseline: The plan under which to measure a baseline arm, in place of what the plan says of one; its
  ///     draws stay as the plan has them.
  /// - Throws: a ``RunError`` with all problems, or a `YAMLFileError` when there is no such file.
  public static func read(_ path: String, baseline: String? = nil) throws -> RunPlan {
    try plan(of: draft(path), baseline: baseline)
  }

  /// Reads the text of a plan.
  ///
  /// - Parameter path: What problems call it, and from where other files that it names are looked for.
  /// - Throws: a ``RunError`` with all problems.
  package static func read(text: String, path: String) throws -> RunPlan {
    let reader = YAMLReader(text: text, file: path)
    return try plan(of: draft(path, reader: reader, bytes: Data(text.utf8)), baseline: nil)
  }

  private static func plan(of draft: PlanDraft, baseline: String?) throws -> RunPlan {
    var draft = draft
    let path = draft.path
    let other = try draft.addBaseline(from: baseline)
    let ownProblems = draft.reader.problems
    let otherProblems = (other?.reader.problems ?? []).filter { !ownProblems.contains($0) }
    let problems = ownProblems + otherProblems
    guard problems.isEmpty, let plan = draft.plan else {
      let paths = [ownProblems.isEmpty ? nil : path, otherProblems.isEmpty ? nil : other?.path].compactMap {
        $0
      }
      let subject = paths.count == 1 ? "The plan \(paths[0]) has" : "The plans \(path) and \(paths[1]) have"
      throw RunError(
        .invalidPlan,
        problems.count == 1
          ? "\(subject) a problem, so nothing was run."
          : "\(subject) \(problems.count) problems, so nothing was run.",
        hint: "Correct the lines named.", problems: problems.map(\.description))
    }
    return plan
  }

  /// Reads a plan without the baseline that it may ask for.
  ///
  /// - Throws: a ``RunError`` with all problems, or a `YAMLFileError` when there is no such file.
  public static func candidate(_ path: String) throws -> RunPlan {
    try candidate(of: draft(path))
  }

  /// Reads the text of a plan without the baseline that it may ask for.
  ///
  /// - Parameter path: What problems call it, and from where other files that it names are looked for.
  /// - Throws: a ``RunError`` with all problems.
  package static func candidate(text: String, path: String) throws -> RunPlan {
    try candidate(of: draft(path, reader: YAMLReader(text: text, file: path), bytes: Data(text.utf8)))
  }

  private static func candidate(of draft: PlanDraft) throws -> RunPlan {
    guard draft.reader.problems.isEmpty, let plan = draft.plan else {
      throw RunError(
        .invalidPlan, "The plan \(draft.path) has problems, so nothing was run.",
        hint: "Correct the lines named.",
        problems: draft.reader.problems.map(\.description))
    }
    return plan
  }

  /// Reads a plan by itself: of another one that it names, only the name.
  static func draft(_ path: String) throws -> PlanDraft {
    let reader = try YAMLReader(contentsOf: path)
    return try draft(path, reader: reader, bytes: FileManager.default.contents(atPath: path) ?? Data())
  }

  private static func draft(_ path: String, reader: YAMLReader, bytes: Data) throws -> PlanDraft {
    var draft = PlanDraft(path: path, reader: reader)
    try reader.root().map { try read($0, identity: identity(of: bytes), into: &draft) }
    return draft
  }

  private static func identity(of bytes: Data) -> (String) -> RecordHeader.PlanIdentity {
    let digest = SHA256Digest(of: Array(bytes)).hexadecimal
    return { RecordHeader.PlanIdentity(name: $0, sha256: digest) }
  }

  private static func read(
    _ root: YAMLMapping, identity: (String) -> RecordHeader.PlanIdentity, into draft: inout PlanDraft
  ) throws {
    let name = name(in: root)
    _ = root.optionalString("description")
    let corpus = root.optionalString("corpus") ?? "Corpora/dialogues"
    let workloads = root.required("workloads").map { Self.workloads($0, corpus: corpus) } ?? []
    let commands = root.optionalMapping("commands").map(CommandReader.read) ?? .init()
    let services = root.optionalMapping("services").map(ServiceReader.read) ?? []
    let catalogue = ProviderCatalogue.standard.adding(commands.entries).replacing(services)
    var names = MatrixNames(catalogue: catalogue, detectors: commands.detectors.map(\.name))
    if let devices = root.optionalMapping("devices") { names.devices = DeviceReader.read(devices) }
    if let presets = root.optionalMapping("presets") { names.presets = PlanPreset.read(presets) }
    if let networks = root.optionalMapping("networks") {
      names.networks = NetworkReader.read(networks, providers: catalogue.entries.map(\.id))
    }
    var matrix = root.mapping("matrix").map { MatrixReader.read($0, names: names) }
    let settingsMapping = root.optionalMapping("settings")
    // Whatever follows sees the plan as though the changes stood in it.
    let changes = ChangeReader.read(root, names: names)
    matrix?.apply(changes)
    let settings = (settingsMapping.map(Self.settings) ?? []) + changes.settings
    let repeats = root.optionalInt("repeats", in: 1...100_000) ?? 1
    let warmup = root.optionalInt("warmup", in: 0...1000) ?? 0
    let order = root.optional("order")?.choice(of: RunPlan.Order.self) ?? .interleaved
    let arrival = root.optional("arrival").map(ArrivalReader.read) ?? .closed
    let concurrency = root.optionalInt("concurrency", in: 1...10_000) ?? arrival.defaultLines
    let seed = root.optionalInt("seed", in: 0...Int.max) ?? 1
    let emulated = root.optionalMapping("emulation")
    let playback = emulated.flatMap(CassetteReader.read)
    var twins = EmulationProfiles.shipped
    for service in services { twins.add(service) }
    var emulation = emulated.map { EmulationReader.read($0, over: twins) } ?? twins
    emulation.apply(changes)
    let recovery = RecoveryReader.read(root)
    let prices = root.optionalString("prices").map { BaselineReader.resolve($0, from: draft.path) }
    let load = root.optionalMapping("load").map(LoadReader.read)
    let soak = root.optionalMapping("soak").map(SoakReader.read)
    draft.baseline = root.optionalMapping("baseline").map {
      BaselineReader.read($0, over: emulation, names: names, recovery: recovery)
    }
    let frontier = root.optionalBool("frontier")
    root.finish()
    guard let name, let matrix else { return }
    var plan = RunPlan(
      identity: identity(name), workloads: workloads, matrix: matrix, settings: settings, repeats: repeats,
      warmup: warmup, order: order, concurrency: concurrency, arrival: arrival, seed: UInt64(seed),
      emulation: emulation, commands: commands.entries)
    plan.detectors = commands.detectors
    plan.services = services
    plan.prices = prices
    plan.recovery = recovery
    plan.presets = names.presets
    plan.frontier = frontier
    plan.playback = playback
    plan.soak = soak
    plan.load = load
    plan.devices = names.devices
    plan.networks = names.networks
    if playback != nil, draft.baseline != nil {
      emulated?.value.report(
        "a plan that plays a cassette can carry no baseline: both arms would hear the same")
    }
    for conflict in try plan.settingConflicts() { (settingsMapping ?? root).value.report(conflict) }
    draft.plan = plan
  }

  private static func name(in root: YAMLMapping) -> String? {
    guard let value = root.required("name"), let name = value.string() else { return nil }
    let allowed = name.unicodeScalars.allSatisfy {
      CharacterSet.alphanumerics.contains($0) || "-_.".unicodeScalars.contains($0)
    }
    guard !name.isEmpty, allowed, name.first != "." else {
      value.report(
        "“name” must be made of letters, digits, “-”, “_” and “.”, because a folder is named after it")
      return nil
    }
    return name
  }

  private static func workloads(_ list: YAMLValue, corpus: String) -> [RunPlan.WorkloadSelection] {
    guard let items = list.sequence() else { return [] }
    if items.isEmpty {
      list.report("“workloads” is empty; name at least one of \(workloadNames.joined(separator: ", "))")
    }
    var seen: Set<String> = []
    return items.compactMap { item in
      guard let selection = workload(item, corpus: corpus) else { return nil }
      // Two of a kind would be cells that nobody could tell apart.
      if !seen.insert(selection.workload).inserted {
        item.report("“\(selection.workload)” is named twice in “workloads”; put its conversations together")
      }
      return selection
    }
  }

  private static func workload(_ value: YAMLValue, corpus: String) -> RunPlan.WorkloadSelection? {
    guard value.isMapping else {
      return id(value).map { .init(workload: $0, corpus: corpus, conversations: nil, loops: 1) }
    }
    guard let mapping = value.mapping() else { return nil }
    let id = mapping.required("workload").flatMap(id)
    let corpus = mapping.optionalString("corpus") ?? corpus
    let names = mapping.optional("conversations")?.sequence()?.compactMap { $0.string() }
    if names?.isEmpty == true {
      mapping.value.report("“conversations” is empty; leave it out for all of them")
    }
    let loops = mapping.optionalInt("loops", in: 1...10_000) ?? 1
    mapping.finish()
    return id.map { .init(workload: $0, corpus: corpus, conversations: names, loops: loops) }
  }

  private static func id(_ value: YAMLValue) -> String? {
    known(value, among: workloadNames, as: "workload")
  }

  private static var workloadNames: [String] { WorkloadCatalogue.all.map(\.id) }

  /// Reads a name and reports one that is unknown, with the one that was probably meant.
  static func known(_ value: YAMLValue, among names: [String], as what: String) -> String? {
    guard let text = value.string() else { return nil }
    if names.contains(text) { return text }
    let guess = Spelling.nearest(to: text, among: names).map { "; did you mean “\($0)”?" } ?? ""
    value.report("“\(text)” is no \(what); known are \(names.joined(separator: ", "))\(guess)")
    return nil
  }

  /// Reads settings, each checked by itself.
  static func settings(_ mapping: YAMLMapping) -> [RunPlan.Setting] {
    var scratch = SessionSettings()
    var settings: [RunPlan.Setting] = []
    for key in mapping.keys {
      guard let field = SettingField.named(key), let value = mapping.optional(key) else { continue }
      guard let text = value.scalarText() else { continue }
      do {
        try field.set(text, in: &scratch)
        settings.append(RunPlan.Setting(field: field, text: text))
      } catch {
        value.report("“\(text)” is no value of “\(key)”; write \(field.accepted)")
      }
    }
    // Asked for, so that a key with a slip of the pen is told what it resembles.
    for field in SettingField.all { _ = mapping.optional(field.key) }
    mapping.finish()
    return settings
  }
}
