import Catalog
import CloudKitRecords
import CommandLineTool
import FeedHealth

/// The notice of a report's changes: one JSON object, the same for every receiver.
struct HealthNotice {
  /// The JSON that is posted.
  let body: [UInt8]

  /// Returns the notice of a report; `nil` if nothing has changed.
  init?(_ view: HealthReportView) throws {
    guard let changes = view.health.changes, !changes.isEmpty else { return nil }
    let totals = HealthLevel.allCases.map { ($0.rawValue, view.health.totals[$0] as (any Encodable)?) }
    let notice: EncodableObject = [
      "schemaVersion": 1, "event": "feeds-changed", "container": view.container, "asOf": view.health.asOf.description,
      "feeds": view.health.feeds, "totals": EncodableObject(totals), "changes": HealthReportView.json(changes),
      "text": "\(view.container): \(HealthReportView.sentence(changes))",
    ]
    body = Array(try notice.prettyJSON().utf8)
  }

  /// Returns the header fields: an identifier that is the same if a notice is sent again, and a signature.
  func headers(secret: String?) -> [(String, String)] {
    let signature = secret.map { [("Celestra-Signature-256", "sha256=" + ContentDigest.hmac(body, secret: $0))] } ?? []
    return [("Content-Type", "application/json"), ("Celestra-Notice-Id", ContentDigest.sha256("", body))] + signature
  }
}
