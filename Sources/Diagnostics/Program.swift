/// The program that runs, as messages name it and its commands.
package struct Program: Sendable {
  /// The catalog program, whose commands on schemas are in a group.
  package static let celestraAdmin = Program(
    name: "celestra-admin", schemaGroup: "schema ", configurationFiles: [".celestra-admin.yaml", ".ckdb.yaml"],
    settingVariables: ["container": containerVariable, "contact": contactVariable])
  /// The program for schema files.
  package static let ckdb = Program(
    name: "ckdb", schemaGroup: "", configurationFiles: [".ckdb.yaml", ".celestra-admin.yaml"],
    settingVariables: [:])

  package static let containerVariable = "CLOUDKIT_CONTAINER_ID", contactVariable = "CELESTRA_CONTACT_URL"

  /// The program of this process.
  @TaskLocal package static var current = celestraAdmin

  package let name: String
  private let schemaGroup: String
  /// The names of the configuration files that the program reads, the preferred one first.
  package let configurationFiles: [String]
  /// The environment variables that win over settings, by the keys of these.
  package let settingVariables: [String: String]

  /// The name of the configuration file for new projects.
  package var configurationFile: String { configurationFiles.first ?? name }

  /// Returns a command on schemas without the program: `schema lint`, or `lint`.
  package func schemaCommand(_ words: String) -> String { schemaGroup + words }

  /// Returns a command on schemas as a user types it: `celestra-admin schema lint`, or `ckdb lint`.
  package func schema(_ words: String) -> String { "\(name) \(schemaGroup)\(words)" }

  /// The command that lists the rules, as a user types it.
  package var rulesCommand: String { "\(name) rules" }
}
