import Foundation
import TestEnvironment
import Testing

@Suite("Completion scripts")
struct CompletionScriptTests {
  /// Completes the last word of each line, as bash does, and prints the answers of a line separated by spaces.
  private static let driver = #"""
    source ./complete.bash
    while IFS= read -r COMP_LINE; do
      COMP_POINT=${#COMP_LINE} COMPREPLY=()
      read -ra COMP_WORDS <<<"$COMP_LINE"
      [[ "$COMP_LINE" != *" " ]] || COMP_WORDS+=("")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _celestra-admin celestra-admin "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
      echo "${COMPREPLY[*]}"
    done
    complete -p celestra-admin
    """#

  @Test("bash completes commands, options, their values, and files")
  func bash() throws {
    let session = try Session()
    for file in ["schema/a.ckdb", "seedlings.opml"] { try session.write("", to: file) }
    try session.write(session.run("--generate-completion-script", "bash").out, to: "complete.bash")
    let lines = [
      ("sch", "schema"), ("schema lint --fo", "--format"), ("schema lint --fail-on w", "warning"),
      ("schema lint --format s", "sarif"), ("seed run --dr", "--dry-run"),
      ("seed run seed", "seedlings.opml"), ("score --rep", "--report"), ("schema lint schema/", "schema/a.ckdb"),
      ("seed check seed", "seedlings.opml"), ("schema lint --config seed", "seedlings.opml"),
    ]
    try session.write(lines.map { "celestra-admin \($0.0)\n" }.joined(), to: "lines")
    let result = try #require(TestProgram("bash")).run(
      ["-c", Self.driver], in: session.folder, input: session.folder.appending(path: "lines"))
    #expect(
      result.text == lines.map { $0.1 + "\n" }.joined() + "complete -o filenames -F _celestra-admin celestra-admin\n")
  }
}
