/// A child process whose resource usage is measured. The system reports the usage only to the process that waits for
/// the child.
package enum MeasuredChild {
  /// Runs a program until it exits.
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: The arguments, starting with the program's name.
  ///   - output: The path of the existing file that receives standard output.
  /// - Returns: The exit status in the format of `wait`, and the peak memory.
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String], outputTo output: String
  ) throws(SystemError) -> (status: Int32, megabytes: Double) {
    #if canImport(Darwin)
      var files: posix_spawn_file_actions_t? = nil
    #else
      var files = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output, O_WRONLY, 0)
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var child = pid_t()
    let failure = posix_spawn(&child, program, &files, nil, &words, &variables)
    if failure != 0 { throw SystemError(failure) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) == -1, errno == EINTR {}
    return (status, usage.peakMegabytes)
  }
}
