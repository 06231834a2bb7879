import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics

/// A plan that `--plan-out` wrote.
struct SavedPlan {
  let file: String
  /// `nil` if the file has errors.
  let plan: ChangePlan?
  private(set) var findings = Findings()

  /// Reads a file, or standard input.
  init(_ file: String) throws {
    let source = try InputFile.read(file)
    var diagnostics: [Diagnostic] = []
    self.file = file
    plan = PlanFileReader.read(source, into: &diagnostics)
    findings.add(diagnostics, in: source)
  }

  /// Returns the layout of the plan, or `nil` if the plan is for records of any type.
  /// - Throws: `CommandFailure` if the container has another layout.
  func layout(in opened: ContainerHandle) throws -> CatalogLayout? {
    guard let plan, plan.layout != ChangePlan.anyLayout else { return nil }
    let layout = CatalogLayout(opened.schema)
    guard let layout, layout.rawValue == plan.layout else {
      throw CommandFailure(
        "\(file) is a plan for the layout \(plan.layout), \(opened.name) has \(layout?.rawValue ?? "no catalog");"
          + " create a plan for this container")
    }
    return layout
  }
}
