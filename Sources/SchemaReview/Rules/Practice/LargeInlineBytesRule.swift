import CloudKitSchema
import Diagnostics

extension SchemaRule {
  private static let largeWords = RuleOption(
    "words", "last words of BYTES field names that indicate large values, also before Data",
    standard: .words([
      "artwork", "attachment", "audio", "avatar", "document", "image", "pdf", "photo", "picture", "thumbnail", "video",
    ]))

  static let largeInlineBytes = SchemaRule(
    RuleDocumentation(
      id: "large-inline-bytes",
      summary: "images, audio or files are stored in the record",
      severity: .info, evidence: .assumed,
      why: """
        A record can hold up to 1 MB, and a query downloads BYTES with the record. An ASSET is stored separately, can \
        be larger and is downloaded on demand.
        """,
      source: "Apple, CKAsset and CKRecord; large values are inferred from the field name",
      remedy: "Use ASSET, or suppress the rule if the values are small.",
      bad: .recordType("coverImage BYTES,"),
      good: .recordType("coverImage ASSET,"),
      options: [largeWords]), skipsGenerated: true
  ) { file, settings in
    let words = Set(largeWords.words(in: settings).map { $0.lowercased() })
    return file.findingsInFields({ field in
      // CloudKit adds fields with this prefix, such as cloudkit.thumbnailImageData on shares.
      guard field.type?.primitive == .bytes, !file.name(field.name, startsWith: "cloudkit.") else { return nil }
      // The last word counts: imageHash is small.
      var parts = file.name(field.name).matches(of: /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/).map { $0.output.lowercased() }
      if parts.count > 1, parts.last == "data" { parts.removeLast() }
      guard let last = parts.last,
        words.contains(last) || last.hasSuffix("s") && words.contains(String(last.dropLast()))
      else { return nil }
      return Finding(
        message: "'\(file.shownName(field.name))' is probably too large to store in the record",
        range: file.range(of: field.typeTokens),
        help: "use ASSET, or suppress the rule and state why the values are small")
    })
  }
}
