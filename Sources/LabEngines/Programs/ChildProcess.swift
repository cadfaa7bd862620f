import Foundation

/// A program that was started with pipes for its standard input and output. Its standard error is ours.
struct ChildProcess: Sendable {
  let identifier: pid_t
  /// Where to write what the program reads.
  let input: Int32
  /// Where to read what the program writes.
  let output: Int32

  /// Why a program cannot be started; `nil` when it is there.
  static func problem(of arguments: [String]) -> EngineProblem? {
    guard let program = arguments.first, !program.isEmpty else {
      return EngineProblem("A command has no program to run.")
    }
    let files = FileManager.default
    if program.contains("/") {
      guard !files.isExecutableFile(atPath: program) else { return nil }
      return EngineProblem(
        "The program \(program) is not there, or may not be run.",
        hint: "Its path is taken from the folder in which turnlab was started.")
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let isFound = path.split(separator: ":").contains { files.isExecutableFile(atPath: "\($0)/\(program)") }
    return isFound
      ? nil
      : EngineProblem(
        "The program \(program) is in no folder of PATH.", hint: "Install it, or name it by its path.")
  }

  /// Starts a program in a process group of its own, so that whatever it starts can be ended with it.
  init(_ arguments: [String]) throws(EngineProblem) {
    if let problem = Self.problem(of: arguments) { throw problem }
    let (childInput, ownInput) = try Self.makePipe()
    let (ownOutput, childOutput) = try Self.makePipe()
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
      close(childInput)
      close(childOutput)
    }
    posix_spawn_file_actions_adddup2(&actions, childInput, 0)
    posix_spawn_file_actions_adddup2(&actions, childOutput, 1)
    // What our threads block or ignore, a program may expect.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words = arguments.map { strdup($0) } + [nil]
    var environment = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + environment { free(word) } }
    var identifier = pid_t()
    let status = posix_spawnp(&identifier, arguments[0], &actions, &attributes, &words, &environment)
    guard status == 0 else {
      close(ownInput)
      close(ownOutput)
      throw EngineProblem(
        "The program \(arguments[0]) could not be started: \(String(cString: strerror(status))).")
    }
    self.identifier = identifier
    input = ownInput
    output = ownOutput
  }

  /// Ends the program and what it started, at once.
  func kill() {
    _ = Foundation.kill(-identifier, SIGKILL)
  }

  /// Waits for the program to end, for a while, then makes it end.
  ///
  /// - Returns: how it ended, in words.
  func waitForEnd() -> String {
    var status: Int32 = 0
    var tries = 40
    while waitpid(identifier, &status, tries > 0 ? WNOHANG : 0) == 0 {
      // Its output has ended, so it is about to end; in two seconds at the latest.
      poll(nil, 0, 50)
      tries -= 1
      if tries == 0 { kill() }
    }
    let signal = status & 0x7F
    return signal == 0 ? "ended with status \((status >> 8) & 0xFF)" : "was ended by signal \(signal)"
  }

  private static func makePipe() throws(EngineProblem) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw EngineProblem("A pipe could not be made: \(String(cString: strerror(errno))).")
    }
    // Another program that is started meanwhile must not hold them open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
