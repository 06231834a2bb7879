import CloudKitSchema
package import Diagnostics

extension [Diagnostic] {
  /// Returns the findings, with one for all fields of a record type about which a rule says the same. A finding with a
  /// fix stays.
  package func mergedByCause() -> [Diagnostic] {
    let causes = map(Cause.init)
    let groups = Dictionary(grouping: indices.filter { causes[$0] != nil }) { causes[$0] }
    return indices.compactMap { index in
      guard let cause = causes[index], let group = groups[cause], group.count > 1 else { return self[index] }
      guard index == group.first else { return nil }
      var merged = self[index]
      let others = group.dropFirst().map { self[$0].fieldName }
      merged.message +=
        "; also \(others.prefix(4).map { "'\($0)'" }.joined(separator: ", "))"
        + (others.count > 4 ? " and \(others.count - 4) more" : "")
      return merged
    }
  }
}

/// What findings about fields have in common: the rule, and the record type.
private struct Cause: Hashable {
  let file, rule: String
  let recordType: RecordType.Name
  let severity: Diagnostic.Severity

  /// Creates the cause of a finding; `nil` if the finding is not one of several.
  init?(_ diagnostic: Diagnostic) {
    guard diagnostic.fix == nil, Rule.ofSchemas(named: diagnostic.rule)?.scope == .practice,
      let subject = diagnostic.subject, let dot = subject.firstIndex(of: ".")
    else { return nil }
    file = diagnostic.file
    rule = diagnostic.rule
    recordType = String(subject[..<dot])
    severity = diagnostic.severity
  }
}

extension Diagnostic {
  /// The field of the subject, such as `title` of `Feed.title`.
  fileprivate var fieldName: String { DisplayText.short(String((subject ?? "").drop { $0 != "." }.dropFirst())) }
}
