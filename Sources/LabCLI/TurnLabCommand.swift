public import ArgumentParser
import LabErrors
import LabRunner
import TurnLab

/// `turnlab`: the program.
public struct TurnLabCommand: ParsableCommand {
  /// The version of the program.
  public static let version = ProgramVersion.current

  /// The name, the summary and the subcommands.
  public static let configuration = CommandConfiguration(
    commandName: "turnlab",
    abstract: "Measure how long a voice agent keeps people waiting, and where that time goes.",
    discussion: """
      A plan names workloads and a matrix of providers. 'turnlab run PLAN' runs every conversation in every cell, \
      in virtual time without network or keys (--mode offline), over real sockets against emulated providers \
      (--mode loopback), or against the real ones (--mode live), and writes a run folder with reports.

      Results go to standard output, everything else to standard error.
      Exit codes: \(ProgramExit.summary).
      """,
    version: version,
    subcommands: [
      RunCommand.self, SoakCommand.self, LoadCommand.self, CalibrateCommand.self, GateCommand.self,
      CompareCommand.self, HistoryCommand.self, ReportCommand.self, CostCommand.self, WhatIfCommand.self,
      PredictCommand.self, MergeCommand.self, RecordCommand.self, ReplayCommand.self,
      EmulateCommand.self, CorpusCommand.self,
      VoiceActivityCommand.self,
      ProvidersCommand.self,
      DoctorCommand.self,
    ])

  public init() {}

  /// Runs the program and returns its exit code.
  public static func run(_ arguments: [String], on console: Console) -> Int32 {
    Console.$current.withValue(console) {
      do {
        var command = try parseAsRoot(arguments)
        try command.run()
        return ProgramExit.pass.rawValue
      } catch let exit as ProgramExit {
        return exit.rawValue
      } catch is CancellationError {
        return ProgramExit.interrupted.rawValue
      } catch {
        return report(error, on: console)
      }
    }
  }

  private static func report(_ error: any Error, on console: Console) -> Int32 {
    let code = exitCode(for: error)
    // What the argument parser has to say: help, the version, or what it did not understand.
    if code == .success {
      console.output(fullMessage(for: error))
      return ProgramExit.pass.rawValue
    }
    if code == .validationFailure {
      console.note(fullMessage(for: error))
      return ProgramExit.usage.rawValue
    }
    let report = ErrorReport(error)
    console.note("turnlab: " + report.text)
    return report.exit.rawValue
  }
}
