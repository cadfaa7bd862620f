import ArgumentParser
import LabAudio
import LabCassette
import LabConversation
import LabCost
import LabEmulatorServer
import LabGates
import LabHistory
import LabProviders
import LabReports
import LabRunner
import LabStudies
import LabTransport
import LabVoiceActivity
import LabYAML

/// What the program's exit code means. Scripts rely on these numbers.
public enum ProgramExit: Int32, Sendable, Error {
  case pass = 0
  /// Something inside failed, or the world refused: a disk that is full, a port in use.
  case internalFailure = 1
  /// A regression, or a broken budget.
  case regression = 2
  case inconclusive = 3
  case improvement = 4
  /// A baseline or record is missing, or cannot be compared.
  case notComparable = 5
  /// No data, or an invalid run.
  case noData = 6
  case usage = 64
  /// A plan, corpus, record or key is wrong.
  case configuration = 78
  case interrupted = 130
}

/// An error in words, and the exit code that it stands for.
struct ErrorReport {
  let text: String
  let exit: ProgramExit

  init(_ error: any Error) {
    switch error {
    case let error as RunError: (text, exit) = (error.description, Self.exit(of: error.code))
    case let error as GateError: (text, exit) = (error.description, Self.exit(of: error.code))
    case let error as CassetteError: (text, exit) = (error.description, .configuration)
    case let error as AudioError:
      let isWorld = error.code == .writeFailed || error.code == .synthesizerMissing
      (text, exit) = (error.description, isWorld ? .internalFailure : .configuration)
    case let error as GateError: (text, exit) = (error.description, Self.exit(of: error.code))
    case let error as YAMLFileError: (text, exit) = (error.description, .configuration)
    case let error as PriceBookError: (text, exit) = (error.description, .configuration)
    case let error as CostError: (text, exit) = (error.description, .configuration)
    case let error as ReportFailure:
      let isMissing = error.code == .unreadable || error.code == .mismatch
      let code: ProgramExit = isMissing ? .notComparable : .configuration
      (text, exit) = (Self.joined(error.message, error.hint), code)
    case let error as ProviderError: (text, exit) = (error.description, .configuration)
    case let error as VoiceActivityError:
      (text, exit) = (Self.joined(error.message, error.hint), .configuration)
    case let error as SettingsError: (text, exit) = (error.description, .configuration)
    case let error as EmulatorServerError: (text, exit) = (error.description, .internalFailure)
    case let error as CalibrationError:
      (text, exit) = (error.description, error.code == .certificate ? .configuration : .internalFailure)
    case let error as TransportFailure: (text, exit) = (error.message, .internalFailure)
    case let error as HistoryError: (text, exit) = (error.description, Self.exit(of: error.code))
    default: (text, exit) = ("An unexpected error occurred: \(error)", .internalFailure)
    }
  }

  private static func exit(of code: RunError.Code) -> ProgramExit {
    switch code {
    case .usage: .usage
    case .notComparable: .notComparable
    case .noData, .serviceFailed: .noData
    case .writeFailed, .folder: .internalFailure
    default: .configuration
    }
  }

  private static func exit(of code: GateError.Code) -> ProgramExit {
    switch code {
    case .invalidFile: .configuration
    case .notComparable: .notComparable
    case .noData: .noData
    }
  }

  private static func exit(of code: HistoryError.Code) -> ProgramExit {
    switch code {
    case .missing, .notComparable: .notComparable
    case .input: .configuration
    default: .internalFailure
    }
  }

  private static func joined(_ message: String, _ hint: String?) -> String {
    [message, hint].compactMap { $0 }.joined(separator: "\n")
  }
}
