import CloudKitWire
import Diagnostics

/// The results of the checks.
struct SchemaDoctorReport: Report {
  let command = "schema doctor"
  let items: [CheckedItem]

  var summary: EncodableObject {
    ["works": items.count(.works), "fails": items.count(.fails), "unknown": items.count(.unknown)]
  }

  func text(_ style: Style) -> String { items.text(style) }
}

/// The HTTP requests of the management API.
struct SchemaRoutesReport: Report {
  let command = "schema doctor"
  let routes: [ManagementRoute]

  var summary: EncodableObject { ["host": ManagementRoutes.apple, "routes": routes.count] }

  var items: [EncodableObject] {
    routes.map { route in
      [
        "operation": route.operation.rawValue, "method": route.method.rawValue, "path": route.path,
        "body": route.body.rawValue, "status": route.status, "content": route.content.rawValue,
        "evidence": route.evidence.rawValue, "isAllowed": route.isAllowed, "source": route.source,
      ]
    }
  }

  func text(_ style: Style) -> String {
    let rows = routes.map { route in
      [
        route.operation.rawValue, route.method.rawValue, route.path, "\(route.status) \(route.content.rawValue)",
        route.evidence.rawValue, route.isAllowed ? "yes" : "no",
      ]
    }
    return ReportTable(["operation", "method", "path", "answer", "evidence", "allowed"], rows).text(style)
      + "\nApple documents cktool and CKTool JS, not these requests to \(ManagementRoutes.apple)\n"
  }
}
