import ArgumentParser
import CommandLineTool

/// The keys and schemas of commands that name two containers.
struct ContainerPairOptions: ParsableArguments {
  @OptionGroup var from: AccessOptions<FromContainer>
  @OptionGroup var to: AccessOptions<ToContainer>

  @Option(
    name: .customLong("schema"), help: ArgumentHelp("Schema to assume for iCloud containers.", valueName: "file"),
    completion: .file())
  var schemaFile: String?

  @OptionGroup(title: "Container") var connection: ConnectionOptions

  /// - Throws: `ValidationError` for an invalid name, or `CommandFailure` if both are the same container.
  func access(from: String, to: String) throws -> (from: ContainerAccess, to: ContainerAccess) {
    let source = try connection.access(to: connection.name(from), self.from, schema: schemaFile)
    let target = try connection.access(to: connection.name(to), self.to, schema: schemaFile)
    let isSame = try source.address != nil && source.address == target.address
    if isSame || source.container.isSameFile(as: target.container) {
      throw CommandFailure("\(source.container.name) and \(target.container.name) are the same container")
    }
    return (source, target)
  }
}
