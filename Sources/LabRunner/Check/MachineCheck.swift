import Foundation
import LabAudio
import LabEmulatorServer
import LabEngines
import LabProviders
import LabTransport
import LabVoiceActivity

/// Finds out what works on this machine by trying it.
public struct MachineCheck {
  private typealias Finding = CheckFinding

  private let variables: [String: String]

  /// - Parameter variables: The environment, which may hold keys.
  public init(variables: [String: String]) {
    self.variables = variables
  }

  /// What was found out, most important first.
  public func findings() -> [CheckFinding] {
    [clock(), detector(), sockets(), scheduling(), wakefulness(), corpus()].compactMap(\.self) + engines()
      + localEngines() + keys()
  }

  private func clock() -> Finding {
    let steps = (0..<1000).map { _ in
      let first = MonotonicClock.now()
      var second = first
      while second == first { second = MonotonicClock.now() }
      return first.duration(to: second)
    }
    let step = steps.min().map { $0.components.attoseconds / 1_000_000_000 } ?? 0
    return step < 1_000_000
      ? Finding(state: .works, what: "The monotonic clock moves in steps of \(step) ns.")
      : Finding(
        state: .limited, what: "The monotonic clock moves in steps of \(step) ns.",
        advice: "Latencies below a few milliseconds mean nothing here; check the system's clock source.")
  }

  private func detector() -> Finding {
    var detector = SpectralDetector(sampleRate: .hz16000)
    let frames = detector.frames(of: [Int16](repeating: 0, count: 16_000))
    return frames.count == 100
      ? Finding(state: .works, what: "The spectral detector runs on FFTW.")
      : Finding(
        state: .broken,
        what: "The spectral detector gave \(frames.count) frames for a second of sound, not 100.",
        advice: "Report this with the versions of libfftw3 and of the processor.")
  }

  private func sockets() -> Finding {
    do {
      let server = EmulatorServer(settings: .init()) { _ in SilentExchange() }
      _ = try server.start()
      try server.stop()
      return Finding(state: .works, what: "The emulator can serve on 127.0.0.1.")
    } catch {
      return Finding(
        state: .broken, what: "The emulator cannot serve on 127.0.0.1: \(error)",
        advice: "--mode loopback will not work; --mode offline will.")
    }
  }

  private func scheduling() -> Finding {
    do {
      let thread = try DedicatedThread(priority: .realTimeIfPermitted) {}
      thread.join()
      if thread.scheduling.isRealTime {
        return Finding(state: .works, what: "Measuring threads run ahead of ordinary ones.")
      }
      return Finding(
        state: .limited, what: "Measuring threads are scheduled like any other.",
        advice: "On a busy machine, allow real-time priority (ulimit -r 1, or CAP_SYS_NICE) for exact pacing."
      )
    } catch {
      return Finding(state: .broken, what: "No thread could be started: \(error)", advice: nil)
    }
  }

  /// Linux alone can be asked for it.
  private func wakefulness() -> Finding? {
    #if os(Linux)
      AwakeProcessors().isGranted
        ? Finding(
          state: .works,
          what: "Processors are kept awake while a run in real time measures a few conversations at once.")
        : Finding(
          state: .limited,
          what: "Idle processors fall asleep while a run in real time measures, and take time to wake.",
          advice:
            "Allow writing /dev/cpu_dma_latency, for latencies that are some tenths of a millisecond more exact."
        )
    #else
      nil
    #endif
  }

  private func corpus() -> Finding {
    let folder = "Corpora/dialogues"
    do {
      let corpus = try Corpus(contentsOf: folder)
      let conversations = counted(corpus.manifest.conversations.count, "conversation")
      return Finding(state: .works, what: "The shipped corpus is here: \(conversations).")
    } catch {
      return Finding(
        state: .limited, what: "The shipped corpus is not here (\(folder)).",
        advice: "Run turnlab in the folder of the project, or name corpora in your plans.")
    }
  }

  private func engines() -> [Finding] {
    let synthesizer = SpeechSynthesizer()
    return SpeechVoice.Engine.allCases.map { engine in
      synthesizer.isInstalled(engine)
        ? Finding(state: .works, what: "\(engine.rawValue) is installed, so corpora can be built with it.")
        : Finding(
          state: .limited, what: "\(engine.rawValue) is not installed.",
          advice: "Only needed to build corpora: apt-get install \(engine.rawValue)")
    }
  }

  private func localEngines() -> [Finding] {
    ProviderCatalogue.standard.entries.compactMap { entry in
      guard let engine = entry.engine else { return nil }
      guard let problem = engine.problem else {
        return Finding(state: .works, what: "\(entry.id) can run on this machine, without a key.")
      }
      return Finding(
        state: .limited, what: "\(entry.id): \(problem.message)",
        advice: problem.hint.map { "Only needed for plans that name it. \($0)" })
    }
  }

  private func keys() -> [Finding] {
    Set(ProviderCatalogue.standard.entries.compactMap(\.keyVariable)).sorted().map { name in
      variables[name]?.isEmpty ?? true
        ? Finding(
          state: .limited, what: "\(name) is not set.", advice: "Only needed for --mode live.")
        : Finding(state: .works, what: "\(name) is set.")
    }
  }
}
