import Foundation

extension Session {
  static let team = "TEAM"
  static let liveContainer = "iCloud.org.example.celestra"
  static let managementToken = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

  /// Sets the environment variables of schema commands on live containers.
  func setLiveVariables(container: String = liveContainer, token: String = managementToken) {
    environment["CLOUDKIT_TEAM_ID"] = Self.team
    environment["CLOUDKIT_CONTAINER_ID"] = container
    environment["CLOUDKIT_MANAGEMENT_TOKEN"] = token
  }

  /// Installs an `xcrun` whose cktool records its arguments in `calls`, and exports and imports `development.ckdb` and
  /// `production.ckdb`. Files named `hanging`, `ending`, `refusal`, and `unauthorized` change it, and the shell script
  /// `before-call` runs before each call.
  func installXcrun() throws {
    try write(
      """
      #!/bin/sh
      [ "$1" != --find ] || exit 0
      echo "$*" | sed 's|[^ ]*/schema.ckdb|FILE|' >> calls
      verb=$2
      environment=development
      for last; do
        [ "$before" != --environment ] || environment=$last
        before=$last
      done
      [ ! -e before-call ] || . ./before-call
      [ ! -e unauthorized ] || { echo "authorization-failed" >&2; exit 1; }
      case "$verb" in
        get-teams) echo "TEAM: Team TEAM" ;;
        export-schema) [ ! -e hanging ] || sleep 30; cp $environment.ckdb "$last" ;;
        validate-schema)
          [ ! -e ending ] || { kill -TERM $$; echo "not ended" >> calls; }
          [ ! -e refusal ] || { cat refusal >&2; exit 1; } ;;
        import-schema) cp "$last" development.ckdb ;;
        reset-schema) cp production.ckdb development.ckdb ;;
      esac

      """, to: "bin/xcrun")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path("bin/xcrun"))
    let search = ProcessInfo.processInfo.environment["PATH"] ?? ""
    environment["PATH"] = path("bin") + ":" + search
  }

  /// Returns the text of a file.
  func contents(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }
}
