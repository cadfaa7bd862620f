import ArgumentParser
import LabErrors
import LabPlan
import LabRecord
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
    var report = DoctorReport(MachineCheck(variables: console.variables).findings(), check: check)
    if !json { show(report.findings) }
    for entry in check?.entries ?? [] {
      let call = try report.call(entry)
      if !json { show([call.finding]) }
    }
    if json {
      console.output(whole: String(decoding: try JSONDocument.bytes(report), as: UTF8.self))
    } else {
      show(report.remarks)
    }
    let exit = report.exit(needsAllKeys: plan != nil)
    if exit != .pass { throw exit }
  }

  private func show(_ findings: [CheckFinding]) {
    for finding in findings {
      Console.current.output("\(finding.mark) \(finding.what)")
      if let advice = finding.advice { Console.current.output("    \(advice)") }
    }
  }
}
