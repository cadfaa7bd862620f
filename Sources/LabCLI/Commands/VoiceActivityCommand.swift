import ArgumentParser
import Foundation
import LabAudio
import LabRunner
import LabVoiceActivity

/// `turnlab vad`: voice activity detectors.
struct VoiceActivityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vad",
    abstract: "Score voice activity detectors on labelled recordings, and see what they go by.",
    subcommands: [Score.self, EvidenceOfSounds.self])

  /// `turnlab vad score`.
  struct Score: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "score", abstract: "Compare detectors with the labels of a corpus, clean and in noise.",
      discussion: """
        The corpus is a folder with a manifest (corpus.yaml), or with sound files and a label file NAME.scv beside \
        each: NAME,start_s,end_s,label,… on one line. See Documentation/vad.md.
        """)

    @Argument(help: "The folder of the corpus.", completion: .directory)
    var folder: String

    @Option(help: "Detectors, separated by commas: spectral, energy, energy:-45, webrtc, webrtc:2.")
    var detector = "spectral,energy"

    @Option(
      help: ArgumentHelp(
        "Another detector that is a program, fed 16 kHz samples; may be given more than once.",
        valueName: "name=program"))
    var command: [String] = []

    @Option(
      help: ArgumentHelp(
        "Conditions, separated by commas: standard (26 of them), or such as white10, babble-5, echo0, gain-20.",
        valueName: "conditions"))
    var noise: String?

    @Option(help: "The probability from which a frame counts as speech.")
    var threshold: Float = 0.5

    @Option(help: "The seed of the noise.")
    var seed: UInt64 = 1

    @Option(
      help: ArgumentHelp("How long each of the sounds without speech is, 1 to 120.", valueName: "seconds"))
    var quietSeconds = 20

    @Flag(help: "Print the figures as JSON.")
    var json = false

    @Option(help: "Also write the figures to this CSV file.", completion: .file())
    var csv: String?

    @Option(help: "Also draw the curves into this SVG file.", completion: .file())
    var svg: String?

    func validate() throws {
      guard threshold > 0, threshold <= 1 else {
        throw ValidationError("--threshold is \(threshold); it has to be above 0 and at most 1.")
      }
      guard (1...120).contains(quietSeconds) else {
        throw ValidationError("--quiet-seconds is \(quietSeconds); it has to be 1 to 120.")
      }
    }

    func run() throws {
      let console = Console.current
      let report = try ScoreReport(
        corpus: folder, recordings: try LabelledRecording.all(inFolder: folder), backends: try backends(),
        conditions: try conditions(), threshold: threshold, seed: seed,
        quietSeconds: quietSeconds, progress: { console.note($0) })
      if let csv { try RunFolder.write(Array(report.csv.utf8), toFile: csv) }
      if let svg { try RunFolder.write(Array(report.svg.utf8), toFile: svg) }
      console.output(json ? try report.json() : report.text)
    }

    private func backends() throws -> [DetectorBackend] {
      try detector.split(separator: ",").map { try DetectorBackend(named: String($0)) }
        + command.map { .command(try DetectorCommand($0)) }
    }

    private func conditions() throws -> [ScoringCondition] {
      try (noise ?? "").split(separator: ",").flatMap { name in
        name == "standard" ? ScoringCondition.standard : [try ScoringCondition(named: String(name))]
      }
    }
  }

  /// `turnlab vad evidence`.
  struct EvidenceOfSounds: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "evidence", abstract: "Write what the spectral detector goes by in each frame, as CSV.")

    @Argument(help: "Sound files.", completion: .file())
    var sounds: [String]

    @Option(help: "The folder for NAME.csv; to standard output when none is named.", completion: .directory)
    var out: String?

    func run() throws {
      for sound in sounds {
        let table = try EvidenceTable.csv(of: try AudioFile.read(sound, at: .wideband))
        guard let out else {
          Console.current.output(whole: table)
          continue
        }
        let folder = RunFolder(path: out)
        try folder.makeIfMissing()
        let name = URL(fileURLWithPath: sound).deletingPathExtension().lastPathComponent
        try folder.write(Array(table.utf8), to: name + ".csv")
      }
    }
  }
}
