import Catalog
import CloudKitRecords
import Diagnostics

/// A field value from a seed file, cleaned for the catalog, with remarks on the changes.
package struct SeedValue {
  /// A change to a value or a problem with it, without a location.
  struct Remark {
    let rule: String
    let severity: Diagnostic.Severity
    let message: String
    let help: String?
  }

  /// The value, or `nil` if it is empty or invalid.
  private(set) var value: FieldValue?
  /// Remarks for the author of the file.
  private(set) var remarks: [Remark] = []

  /// `nil` for other types.
  var text: String? { value?.string }

  /// - Parameter severity: The severity of remarks on invalid values.
  init(_ raw: String, of field: CatalogField, refusing severity: Diagnostic.Severity) {
    self.init()
    switch field.content {
    case .text(let limit): self = SeedValue(text: raw, limit: limit)
    case .address: self = SeedValue(address: raw, refusing: severity)
    case .language:
      let tag = LanguageTag.corrected(raw) ?? raw
      value = LanguageTag.problem(in: tag) == nil ? .string(tag) : nil
      // Third-party lists say "unknown", or use the language's name.
      let problem = severity == .error ? "this is not a language code" : nil
      refuse(severity, "invalid-language", problem, help: "write 'en' or 'pt-BR', for example")
    case .color:
      value = Self.isColor(raw) ? .string(raw) : nil
      refuse(severity, "invalid-color", "this is not a color", help: "write '#007AFF', for example")
    case .slug, .category:
      value = Slug(rawValue: raw).map { .string($0.rawValue) }
      refuse(
        severity, "invalid-slug", "this is not a slug",
        help: "use lower-case letters, digits and '-' between them, at most 64")
    case .flag:
      value = Self.flags[raw.lowercased()].map { .flag($0) }
      refuse(severity, "invalid-flag", "this is neither true nor false", help: "write 'true' or 'false'")
    case .count:
      value = Int64(raw).map { .int64($0) }
      refuse(severity, "invalid-number", "this is not a whole number", help: nil)
    case .date:
      value = Timestamp(iso8601: raw).map { .timestamp($0) }
      refuse(
        severity, "invalid-date", "this is not a date",
        help: "write '2026-11-21' or '2026-11-21T10:00:00Z', for example")
    case .verbatim, .tags, .number, .score, .hours, .seconds, .feed, .feeds: break
    }
  }

  private init() {}

  private static let flags = [
    "1": true, "true": true, "yes": true, "x": true, "0": false, "false": false, "no": false,
  ]

  private mutating func refuse(_ severity: Diagnostic.Severity, _ rule: String, _ message: String?, help: String?) {
    guard value == nil, let message else { return }
    remarks.append(Remark(rule: rule, severity: severity, message: message, help: help))
  }

  /// Creates a value from a single line of text.
  init(text raw: String, limit: CleanText.Limit) {
    let clean = CleanText(raw, limit: limit)
    value = clean.text.isEmpty ? nil : .string(clean.text)
    if clean.isCleaned {
      let message = "line breaks or control characters were removed from this text"
      remarks.append(Remark(rule: "cleaned-text", severity: .info, message: message, help: nil))
    }
    if clean.isShortened {
      let message = "this text is too long, and was cut"
      let help = "it keeps \(clean.text.unicodeScalars.count) characters"
      remarks.append(Remark(rule: "shortened-text", severity: .warning, message: message, help: help))
    }
  }

  /// Creates a value from the address of a page or an image. Only `http` and `https` are accepted, because other
  /// schemes could run code when opened.
  init(address raw: String, refusing severity: Diagnostic.Severity) {
    let trimmed = Self.trimmed(raw)
    if trimmed.isEmpty || Self.isPlainAddress(trimmed.utf8) {
      value = trimmed.isEmpty ? nil : .string(trimmed)
      return
    }
    do {
      let url = try FeedURL(trimmed)
      value = .string(url.canonical)
      if let note = url.note {
        remarks = [Remark(rule: "scheme-added", severity: .info, message: note, help: "write it in full")]
      }
    } catch {
      remarks = [
        Remark(
          rule: "invalid-url", severity: severity, message: "\(error)", help: "give an http or https address, or none")
      ]
    }
  }

  /// Whether an address is printable ASCII and needs no further checks.
  private static func isPlainAddress(_ bytes: String.UTF8View) -> Bool {
    (bytes.starts(with: "https://".utf8) || bytes.starts(with: "http://".utf8))
      && bytes.count > 8 && bytes.count <= FeedURL.maximumLength && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// Whether a text is a color in the form `#RRGGBB`.
  package static func isColor(_ text: String) -> Bool { text.wholeMatch(of: /#[0-9A-Fa-f]{6}/) != nil }

  /// Returns a text without leading and trailing white space and control characters.
  static func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }), let end = bytes.lastIndex(where: { $0 > 0x20 }) else {
      return ""
    }
    return start == bytes.startIndex && bytes.index(after: end) == bytes.endIndex ? text : String(text[start...end])
  }
}
