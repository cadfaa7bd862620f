import Testing

@Suite("Time and chance in the sources")
struct TimeAndChanceTests {
  /// The files that may read a clock, each with its reason. Everything else is told what time it is.
  static let clocks: [String: String] = [
    "LabTransport/Clock/MonotonicClock.swift": "The one clock of live runs.",
    "LabTransport/Threads/DriverInbox.swift": "Waits for arrivals up to a deadline.",
    "LabTransport/Threads/MonotonicCondition.swift": "Turns a deadline into what is left of it.",
    "LabTransport/WebSocket/ArrivalStamp.swift": "Stamps bytes where they arrive.",
    "LabTransport/WebSocket/TimedResolver.swift": "Times a name lookup.",
    "LabTransport/WebSocket/WebSocketConnection.swift": "Stamps the phases of a connection.",
    "LabTransport/WebSocket/WebSocketLoop.swift": "Stamps failures.",
    "LabTransport/WebSocket/WebSocketPipeline.swift": "Starts a connection's stamps.",
    "LabTransport/WebSocket/WebSocketTransport.swift": "Stamps failures.",
    "LabTransport/HTTP/HTTPLoop.swift": "Serves libcurl's timer.",
    "LabTransport/HTTP/HTTPTransfer.swift": "Stamps bytes where they arrive.",
    "LabTransport/HTTP/HTTPTransport.swift": "Stamps failures.",
    "LabEngines/Hosting/EngineLoop.swift": "Stamps what an engine says.",
    "LabEngines/Hosting/EngineTransport.swift": "Stamps what an engine is asked, and failures.",
    "LabEngines/Programs/ProgramHost.swift": "Stamps the end of a program.",
    "LabEngines/Programs/StopSignal.swift": "Stamps a program’s bytes where they arrive.",
    "LabEngines/Apple/AppleSpeechEngine.swift": "Waits for a result up to a deadline.",
    "LabRunner/Live/LiveLoop.swift": "The live driver owns time.",
    "LabRunner/Check/CheckLoop.swift": "Times a provider that is checked.",
    "LabRunner/Live/InstrumentMeter.swift": "Measures the clock itself.",
    "LabStudies/Soak/SoakTicker.swift": "Looks at the process every few seconds of a soak.",
    "LabEmulatorServer/ServerClock.swift": "The clock of the emulator on sockets.",
    "LabEmulatorServer/Exchanges/ConnectionFacts.swift": "Stamps what reaches the emulator's sockets.",
    "LabEmulatorServer/Exchanges/ExchangeRunner.swift": "Tells an exchange when its timer fired.",
    "LabEmulatorServer/Legs/LegHandler.swift": "Tells a leg when bytes came and when it is due.",
    "LabEmulatorServer/HTTP/HTTPHandler.swift": "Tells an exchange when its client left.",
    "LabEmulatorServer/HTTP/HTTPHandler+Responding.swift": "Tells an exchange when its client left.",
    "LabEmulatorServer/WebSocket/WebSocketHandler.swift": "Tells an exchange when its client left.",
    "LabRunner/Session/RunSession.swift": "Says in environment.json how long the run took.",
    "LabStudies/Calibration/Calibration.swift": "Says in the certificate how long the calibration took.",
    "TurnLab/Gates.swift": "Tells the gates what day it is, for waivers that expire.",
    "LabRunner/Check/MachineCheck.swift": "Measures the steps of the clock.",
    "LabVoiceActivity/Scoring/ProcessorTime.swift": "Measures what a detector costs the processor.",
    "LabRunner/Session/RunEnvironment+Machine.swift": "Says in environment.json when the run began.",
  ]

  @Test("No code reads a clock outside of the files that are named for it")
  func readsNoClock() {
    let pattern = #/\bDate\(|\.now\b|clock_gettime|ContinuousClock|SuspendingClock|DispatchTime|gettimeofday/#
    let words = ["Date(", ".now", "clock_gettime", "Clock", "DispatchTime", "gettimeofday"]
    #expect(SourceFile.all.lines(with: words, matching: pattern, except: Set(Self.clocks.keys)) == [])
  }

  @Test("Every file that is allowed to read a clock does")
  func allowsNoMoreThanNeeded() {
    let pattern = #/\bDate\(|\.now\b|clock_gettime/#
    let words = ["Date(", ".now", "clock_gettime"]
    let readers = Set(SourceFile.all.lines(with: words, matching: pattern).map(\.path))
    #expect(Set(Self.clocks.keys).subtracting(readers) == [])
  }

  @Test("No code sleeps")
  func neverSleeps() {
    let pattern = #/Task\.sleep|\busleep\(|\bsleep\(|nanosleep|Thread\.sleep/#
    #expect(SourceFile.all.lines(with: ["sleep"], matching: pattern) == [])
  }

  @Test("No code uses chance without a seed, but for the mask that RFC 6455 asks a client to choose")
  func isSeeded() {
    let pattern =
      #/random\(|\.shuffled\(\)|\.shuffle\(\)|randomElement|SystemRandomNumberGenerator|UUID\(\)|arc4random/#
    let words = ["andom", ".shuffle", "UUID()"]
    let mask: Set = ["LabTransport/WebSocket/MaskingKeys.swift"]
    #expect(SourceFile.all.lines(with: words, matching: pattern, except: mask) == [])
  }
}
