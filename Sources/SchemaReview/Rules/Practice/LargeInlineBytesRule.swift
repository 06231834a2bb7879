import CloudKitSchema
import Diagnostics

extension SchemaRule {
  private static let largeWords = RuleOption(
    "words", "parts of the names of BYTES fields that are taken for large",
    standard: .words([
      "artwork", "attachment", "audio", "avatar", "document", "image", "pdf", "photo", "picture", "thumbnail", "video",
    ]))

  static let largeInlineBytes = SchemaRule(
    RuleDocumentation(
      id: "large-inline-bytes",
      summary: "pictures, sounds or files are kept in the record",
      severity: .info, evidence: .assumed,
      why: """
        A record may have 1 MB, and a query fetches BYTES with it; an ASSET is kept apart, may be larger and is fetched \
        when it is wanted.
        """,
      source: "Apple, CKAsset and CKRecord; what is large is our guess, by the name",
      remedy: "Use ASSET, or suppress the rule where the values are small.",
      bad: .recordType("coverImage BYTES,"),
      good: .recordType("coverImage ASSET,"),
      options: [largeWords])
  ) { file, settings in
    let words = WordSearch(largeWords.words(in: settings))
    return file.findingsInFields({ field in
      // What begins so is not the user's: CloudKit adds cloudkit.thumbnailImageData to shares.
      guard field.type?.primitive == .bytes, !file.name(field.name, startsWith: "cloudkit."),
        words.finds(in: file.nameRange(field.name), of: file.source)
      else { return nil }
      return Finding(
        message: "'\(file.shownName(field.name))' is likely to be large for the inside of a record",
        range: file.range(of: field.typeTokens), help: "use ASSET; or say in a suppression why the values are small")
    })
  }
}
