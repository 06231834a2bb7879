import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import FeedHealth

struct HealthShowReport: PageReport {
  let command = "health show"
  let container: String
  let past: FeedPast

  var asOf: Timestamp? { past.asOf }

  var summary: EncodableObject {
    let health = past.health
    let latency: EncodableObject? = past.timeline.latency.map {
      ["last": $0.last, "median": $0.median, "slowest": $0.slowest]
    }
    return EncodableObject(HealthReportView.fields.map { ($0.name, $0.value(health)) }).adding([
      "container": container, "isActive": health.isActive, "state": past.timeline.current?.state.rawValue,
      "since": past.timeline.current?.from.description, "headline": headline, "uptime30Days": past.uptime,
      "latency": latency, "items": past.record?.probe.items, "etag": health.etag, "lastModified": health.lastModified,
      "medianGapHours": health.updateFrequency, "newest": health.newest?.description,
      "overdueAt": past.overdueAt?.description, "movedSince": past.record?.movedSince?.description,
      "certificateEnd": health.certificateEnd?.description, "formerTitle": health.formerTitle,
      "qualityScore": health.qualityScore,
      "subscribers": health.subscriberCount ?? health.metadata?.subscriberCount,
      "days": past.days.map(\.rawValue), "laterProbes": past.timeline.later,
      "scores": Self.json(past.numbers[.score]), "subscriberCounts": Self.json(past.numbers[.subscribers]),
      "proposals": past.proposals.map {
        ["kind": $0.kind.rawValue, "field": $0.field, "reason": $0.reason] as EncodableObject
      },
    ])
  }

  private static func json(_ numbers: [FeedNumber]?) -> [EncodableObject] {
    (numbers ?? []).map { ["date": FeedNumber.text(of: $0.day), "value": $0.value] }
  }

  /// The spans, oldest first.
  var items: [EncodableObject] {
    past.timeline.spans.map { span in
      [
        "state": span.state.rawValue, "from": span.from.description, "last": span.last.description,
        "until": span.until?.description, "probes": span.probes,
        "verdicts": EncodableObject(span.verdicts.map { ($0.verdict, $0.probes as (any Encodable)?) }),
        "evidence": span.evidence,
        "movedTo": span.movedTo.map(FeedURL.redacted),
      ]
    }
  }

  /// Why and since when, in a sentence.
  var headline: String {
    let inactive = past.health.isActive ? "" : "inactive; "
    guard let span = past.timeline.current, past.health.historyEnd == nil else {
      return inactive + Self.unprobed(past.health)
    }
    let since = "since \(Self.minute(span.from)) (\(HealthReportView.length(span.seconds(asOf: past.asOf))))"
    let evidence = Self.evidence(of: span)
    switch span.state {
    case .failing:
      let word = past.health.level == .critical ? "down" : "failing"
      let often =
        past.health.level == .degraded ? "; \(HealthReportView.success(past.health)) of fetches succeeded" : ""
      return inactive + "\(word) \(since): \(evidence)\(often)"
    case .replaced: return inactive + "replaced by another feed \(since): \(evidence)"
    case .moved: return inactive + "works, and has moved \(since) to \(span.movedTo.map(FeedURL.redacted) ?? "")"
    case .unread: return inactive + "could not be read \(since): \(evidence)"
    case .unprobed:
      let before = past.timeline.spans.dropLast().last.map { "; it was \($0.state.rawValue) then" } ?? ""
      return inactive + "not probed \(since)\(before)"
    case .up where past.record?.probe.isUp == nil:
      let read = past.health.lastSuccess ?? span.from
      let length = HealthReportView.length(past.asOf.seconds(since: read))
      return inactive + "could not be read since \(Self.minute(read)) (\(length)): \(evidence); it was up then"
    case .up:
      let findings = past.health.findings.map(\.rawValue).joined(separator: ", ")
      let first = past.timeline.spans.count == 1 ? ", the first known probe" : ""
      return inactive + "up \(since)\(first)" + (findings.isEmpty ? "" : ": \(findings)")
    }
  }

  /// What the catalog says of a feed whose last probe is not in the history.
  private static func unprobed(_ health: FeedHealth) -> String {
    guard health.lastAttempted != nil || health.lastSuccess != nil || health.failureCount > 0 else {
      return "never probed: run 'celestra-admin update'"
    }
    let failures = health.failureCount > 0 ? "\(health.failureCount.of("failure")) in a row" : "no failure"
    let reason = health.lastFailureReason.map { ": \($0)" } ?? ""
    let missing = health.historyEnd.map { "no probe since \(minute($0)) in the history" } ?? "no probe in the history"
    return "\(missing); the catalog says: \(failures)\(reason)"
  }

  /// The verdicts and the last evidence of a span.
  static func evidence(of span: FeedSpan) -> String {
    if let target = span.movedTo { return "to \(FeedURL.redacted(target))" }
    if span.state == .replaced { return span.evidence }
    guard let last = span.verdicts.last else { return "" }
    let isFine = VerdictClass(rawValue: last.verdict)?.finding == nil
    let words = [isFine ? "" : last.verdict, span.evidence].filter { !$0.isEmpty }.joined(separator: ": ")
    let others = span.verdicts.dropLast().filter { VerdictClass(rawValue: $0.verdict)?.finding != nil }
    let earlier = others.map { "\($0.verdict) \($0.probes)" }.joined(separator: ", ")
    return earlier.isEmpty ? words : "\(words) (also \(earlier))"
  }

  /// Returns a time to the minute, such as 2026-11-21 10:00.
  static func minute(_ time: Timestamp) -> String {
    let text = time.description
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
  }
}
