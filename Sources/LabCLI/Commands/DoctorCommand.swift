import ArgumentParser
import LabErrors
import LabRunner
import TurnLab

/// `turnlab doctor`: what works on this machine, and which providers answer.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Say what works on this machine, and what to do about what does not.",
    discussion: """
      With --live, one minimal request is sent to a provider of each kind whose key is in the environment, or, with \
      --plan, to every provider and service of the plan. A call costs a fraction of a cent. Keys are never shown. \
      Exit codes: 0 everything works, 1 something on this machine is broken, 78 a key, an account or an address is to \
      be corrected, 6 a service could not be reached or failed, or there was none to call.
      """)

  @Flag(help: "Call the providers whose keys are in the environment.")
  var live = false

  @Option(
    help: "With --live: the plan whose providers and services to call.",
    completion: .file(extensions: ["yaml"]))
  var plan: String?

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if plan != nil, !live { throw ValidationError("--plan is for --live: it says which providers to call.") }
  }

  func run() throws {
    let console = Console.current
    let check =
      try live ? ServiceCheck(plan: plan.map { try PlanReader.read($0) }, variables: console.variables) : nil
    let findings = MachineCheck(variables: console.variables).findings()
    if !json { show(findings, console) }
    var calls: [ServiceCall] = []
    for entry in check?.entries ?? [] {
      let call = try check!.call(entry)
      calls.append(call)
      if !json { show([call.finding], console) }
    }
    if let check, !json { show(Self.remarks(check), console) }
    if json {
      console.output(try JSONDocument.text(DoctorReport(findings, check: check, calls: calls)))
    }
    if let exit = exit(findings, check, calls) { throw exit }
  }

  private func show(_ findings: [CheckFinding], _ console: Console) {
    for finding in findings {
      console.output("\(finding.mark) \(finding.what)")
      if let advice = finding.advice { console.output("    \(advice)") }
    }
  }

  /// Who was not called.
  private static func remarks(_ check: ServiceCheck) -> [CheckFinding] {
    var remarks: [CheckFinding] = []
    if check.entries.isEmpty { remarks.append(.init(state: .limited, what: "No provider was called.")) }
    if !check.missingKeys.isEmpty {
      remarks.append(
        .init(
          state: .limited,
          what: "Not called, because there is no key: \(check.missingKeys.joined(separator: ", ")).",
          advice: "Export the keys of the providers that you want to measure."))
    }
    return remarks
  }

  private func exit(
    _ findings: [CheckFinding], _ check: ServiceCheck?, _ calls: [ServiceCall]
  ) -> ProgramExit? {
    if findings.contains(where: { $0.state == .broken }) { return .internalFailure }
    guard let check else { return nil }
    // A run of the plan would be refused for the same reason.
    let lacksKeys = plan != nil && !check.missingKeys.isEmpty
    if lacksKeys || calls.contains(where: \.status.isToBeCorrected) { return .configuration }
    return calls.isEmpty || calls.contains { $0.status != .works } ? .noData : nil
  }
}
