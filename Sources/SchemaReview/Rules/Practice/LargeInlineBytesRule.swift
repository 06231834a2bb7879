import CloudKitSchema
import Diagnostics

extension SchemaRule {
  private static let largeWords = RuleOption(
    "words", "words in BYTES field names that indicate large values",
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
      options: [largeWords])
  ) { file, settings in
    let words = WordSearch(largeWords.words(in: settings))
    return file.findingsInFields({ field in
      // CloudKit adds fields with this prefix, such as cloudkit.thumbnailImageData on shares.
      guard field.type?.primitive == .bytes, !file.name(field.name, startsWith: "cloudkit."),
        words.hasMatch(in: file.nameRange(field.name), of: file.source)
      else { return nil }
      return Finding(
        message: "'\(file.shownName(field.name))' is probably too large to store in the record",
        range: file.range(of: field.typeTokens),
        help: "use ASSET, or suppress the rule and state why the values are small")
    })
  }
}
