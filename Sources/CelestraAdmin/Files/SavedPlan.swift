import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics

/// A plan that `--plan-out` wrote.
struct SavedPlan {
  let file: String
  let plan: ChangePlan

  /// Reads a file, or standard input.
  /// - Throws: the end of the command after the errors in the file, or `CommandFailure` if it cannot be read.
  init<Formats>(_ file: String, findings output: OutputOptions<Formats>) throws {
    let source = try InputFile.read(file)
    var diagnostics: [Diagnostic] = []
    guard let plan = PlanFileReader.read(source, into: &diagnostics) else {
      output.writeFindings(Findings(diagnostics, in: [source]))
      throw ExitStatus.answerIsNo.code
    }
    self.file = file
    self.plan = plan
  }

  /// Returns the layout of the plan, or `nil` if the plan is for records of any type.
  /// - Throws: `CommandFailure` if the container has another layout.
  func layout(in opened: ContainerHandle) throws -> CatalogLayout? {
    if plan.layout == ChangePlan.anyLayout { return nil }
    let layout = CatalogLayout(opened.schema)
    guard let layout, layout.rawValue == plan.layout else {
      throw CommandFailure(
        "\(file) is a plan for the layout \(plan.layout), \(opened.name) has \(layout?.rawValue ?? "no catalog");"
          + " create a plan for this container")
    }
    return layout
  }
}
