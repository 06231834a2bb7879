import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import CommandLineTool

struct ContainerOptions: ParsableArguments {
  @Option(
    name: .customLong("container"),
    help: ArgumentHelp("File, or iCloud.ID[@environment]. (default: celestra.sqlite)", valueName: "container"),
    completion: .file())
  var named: String?

  @OptionGroup var access: AccessOptions<SoleContainer>
  @OptionGroup(title: "Container") var connection: ConnectionOptions

  /// The container from the option, the environment, the configuration, or the default.
  var name: ContainerName { get throws { try connection.onlyName(named) } }

  var isCloud: Bool { get throws { try name.isCloud } }

  var exists: Bool { get throws { try name.exists } }

  var approval: Approval { connection.approval }

  /// The settings from the configuration file and the defaults.
  /// - Throws: `CommandFailure` that lists the errors in the file.
  func configuration() throws -> EffectiveConfiguration { try connection.configuration() }

  func schema() throws -> Schema { try opening.schema() }

  /// Returns the schema that an open container has when it is written: its own, unless the user passed one.
  func schema(keeping own: Schema) throws -> Schema { try access.schemaFile == nil ? own : schema() }

  private var opening: ContainerAccess { get throws { try connection.access(to: name, access) } }

  /// Asks for confirmation before writing to a production environment, unless `PlannedWrite` will.
  /// - Parameter keepsSchema: Whether writing migrates an existing local container only to a schema that the user
  ///   passed, so that the container can have any schema.
  /// - Throws: `CommandFailure` if the container cannot be opened for the purpose, or the end of the run if the user
  ///   declines.
  func open(
    for purpose: ContainerAccess.Purpose, keepingSchema keepsSchema: Bool = false, isPlanned: Bool = false
  ) throws -> ContainerHandle {
    let opening = try opening
    if purpose == .writing || purpose == .creating {
      // A container that another name was confirmed for is not created.
      if isPlanned { _ = try approval.covers(name) } else { try confirmWriting() }
    }
    return try opening.open(for: purpose, schema: keepsSchema && purpose != .reading ? opening.keptSchema : nil)
  }

  /// Opens the container for a run that writes while it reads. A question about a production environment follows a
  /// preview, which takes a run without writing.
  /// - Parameter changes: Finds the changes, in a container that is open for reading.
  /// - Throws: `CommandFailure` if the container cannot be opened, or the end of the run if the user declines.
  func open(
    isDryRun: Bool, previewing changes: (ContainerHandle, ([PlannedChange]) -> Void) async throws -> Void
  ) async throws -> ContainerHandle {
    if isDryRun { return try open(for: .reading) }
    try await confirmWriting(previewing: { preview in try await changes(try open(for: .reading)) { preview.show($0) } })
    return try open(for: .writing, isPlanned: true)
  }

  /// Asks for confirmation before writing to a production environment, after a preview that takes a run without
  /// writing.
  /// - Parameter changes: Adds the changes to the preview.
  /// - Throws: The end of the run if the user declines or standard input is not a terminal.
  func confirmWriting(previewing changes: (inout WritePreview) async throws -> Void) async throws {
    let name = try name
    guard try Confirmation.isDue(of: name, approval) else { return }
    var preview = WritePreview(of: name, [])
    try await changes(&preview)
    if !preview.types.isEmpty { try confirmWriting(showing: preview.text()) }
  }

  /// Asks for confirmation before writing to a production environment.
  /// - Throws: The end of the run if the user declines or standard input is not a terminal.
  func confirmWriting(showing preview: String = "") throws {
    try Confirmation.require(of: name, approval, showing: preview)
  }

  /// Returns the options for the container that a plan file names.
  /// - Throws: `CommandFailure` if an option names another container or environment.
  func matching(_ plan: ChangePlan, in file: String) throws -> ContainerOptions {
    let environment = plan.environment.flatMap(ContainerEnvironment.init(rawValue:))
    if plan.environment != nil, environment == nil {
      throw CommandFailure("\(file) names an unknown environment; create the plan again")
    }
    let planned = try ContainerName(plan.container, environment: environment ?? connection.environment)
    let named = try named.map { try ContainerName($0, environment: planned.environment) }
    var conflict: String?
    if let named, named.name != planned.name, !named.isSameFile(as: planned) { conflict = "--container" }
    if planned.isCloud, let other = connection.environment, other != planned.environment { conflict = "--environment" }
    if let conflict {
      throw CommandFailure(
        "\(file) is a plan for \(plan.container)\(plan.environment.map { " (\($0))" } ?? ""); run the"
          + " command without \(conflict), or create a plan for the other container")
    }
    var options = self
    options.named = planned.name
    return options
  }
}
