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
      var name = Array(file.name(field.name).utf8)[...]
      var last = takeLastWord(of: &name)
      if last == "data", let before = takeLastWord(of: &name) { last = before }
      guard let last, words.contains(last) || last.hasSuffix("s") && words.contains(String(last.dropLast()))
      else { return nil }
      return Finding(
        message: "'\(file.shownName(field.name))' is probably too large to store in the record",
        range: file.range(of: field.typeTokens),
        help: "use ASSET, or suppress the rule and state why the values are small")
    })
  }
  /// Removes and returns the last word of a camel-case name, in lowercase; `nil` if the name has no letter left.
  private static func takeLastWord(of name: inout ArraySlice<UInt8>) -> String? {
    let (lowercase, uppercase) = (UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"))
    while let byte = name.last, !lowercase.contains(byte), !uppercase.contains(byte) { name.removeLast() }
    guard let end = name.last else { return nil }
    let isAbbreviation = uppercase.contains(end)
    var word: [UInt8] = []
    while let byte = name.last, (isAbbreviation ? uppercase : lowercase).contains(byte) {
      word.append(name.removeLast())
    }
    if !isAbbreviation, let byte = name.last, uppercase.contains(byte) { word.append(name.removeLast()) }
    return String(decoding: word.reversed(), as: UTF8.self).lowercased()
  }
}
