import Catalog
import CloudKitRecords
import Diagnostics

/// What a seed file says in one field, made fit for the catalogue, and what had to be done to it.
struct SeedValue {
  /// Something done to a value, or said against it; it has no place yet.
  struct Remark {
    let rule: String
    let severity: Diagnostic.Severity
    let message: String
    let help: String?
  }

  /// The value; `nil` where nothing is left of it.
  private(set) var value: FieldValue?
  /// What its author should know.
  private(set) var remarks: [Remark] = []

  /// The value, where it is a text.
  var text: String? { value?.string }

  /// The value that a text gives a field.
  /// - Parameter severity: of remarks on invalid values.
  init(_ raw: String, of field: CatalogField, refusing severity: Diagnostic.Severity) {
    self.init()
    switch field.content {
    case .text(let limit): self = SeedValue(text: raw, limit: limit)
    case .address: self = SeedValue(address: raw, refusing: severity)
    case .language:
      value = LanguageTag.problem(in: raw) == nil ? .string(raw) : nil
      // Lists for other programs say "unknown", or the language's name.
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

  /// A text of one line.
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

  /// The address of a page or an image: http or https, as written; anything else could be run by who opens it.
  init(address raw: String, refusing severity: Diagnostic.Severity) {
    let trimmed = Self.trimmed(raw)
    if trimmed.isEmpty || Self.isPlainAddress(trimmed.utf8) {
      value = trimmed.isEmpty ? nil : .string(trimmed)
      return
    }
    do {
      let url = try FeedURL(trimmed)
      value = .string(url.canonical)
      remarks = url.notes.map {
        Remark(rule: "scheme-added", severity: .info, message: $0.description, help: "write it in full")
      }
    } catch {
      remarks = [
        Remark(
          rule: "invalid-url", severity: severity, message: "\(error)", help: "give an http or https address, or none")
      ]
    }
  }

  /// An address in printable ASCII needs no second look.
  private static func isPlainAddress(_ bytes: String.UTF8View) -> Bool {
    (bytes.starts(with: "https://".utf8) || bytes.starts(with: "http://".utf8))
      && bytes.count > 8 && bytes.count <= FeedURL.maximumLength && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// Whether a text is a colour, `#RRGGBB`.
  static func isColor(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst()
    return text.utf8.first == UInt8(ascii: "#") && digits.count == 6 && digits.allSatisfy(isHexadecimal)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  /// A text without white space and controls at its ends.
  static func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }), let end = bytes.lastIndex(where: { $0 > 0x20 }) else {
      return ""
    }
    return start == bytes.startIndex && bytes.index(after: end) == bytes.endIndex ? text : String(text[start...end])
  }
}
