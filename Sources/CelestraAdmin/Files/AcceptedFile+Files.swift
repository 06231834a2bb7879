import SchemaReview

extension AcceptedFile {
  /// Reads the findings in a file.
  /// - Throws: `CommandFailure` if the file is not readable or not valid.
  static func read(_ path: String) throws -> [AcceptedFinding] {
    let source = try InputFile.read(path)
    let file = AcceptedFile(source)
    guard file.diagnostics.isEmpty else {
      var findings = Findings()
      findings.add(file.diagnostics, in: source)
      // The message has no final newline.
      throw CommandFailure("the file of accepted findings has errors\n\(findings.text(.plain).dropLast())")
    }
    return file.findings
  }

  /// Writes findings to a file atomically.
  static func write(_ findings: [AcceptedFinding], to path: String) throws {
    try OutputFile.write(Contents(findings).prettyJSON(), to: path)
  }
}

private struct Contents: Encodable {
  struct Entry: Encodable {
    let fingerprint, rule, subject, reason: String
    let file, from, to, expires: String?
  }

  let accepted: [Entry]

  init(_ findings: [AcceptedFinding]) {
    accepted = findings.map {
      Entry(
        fingerprint: $0.fingerprint, rule: $0.rule, subject: $0.subject, reason: $0.reason, file: $0.file,
        from: $0.from, to: $0.to, expires: $0.expires)
    }
  }
}
