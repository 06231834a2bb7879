import Notation

/// An encoding by its web label, which often means a superset of the named encoding.
///
/// Source: Encoding Standard, names and labels.
enum WebEncoding: Equatable {
  case utf8
  case windows1252
  case other(String)

  init(label: String) {
    let label = label.lowercased()
    switch label {
    case "utf-8", "utf8", "unicode-1-1-utf-8", "x-unicode20utf8": self = .utf8
    case "ascii", "us-ascii", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "cp1252", "windows-1252",
      "x-cp1252", "ansi_x3.4-1968", "cp819", "ibm819":
      self = .windows1252
    case "iso-8859-9", "latin5": self = .other("windows-1254")
    default: self = .other(label)
    }
  }

  static func charset(in contentType: String) -> String? {
    for parameter in contentType.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, trimmed(parts[0]).lowercased() == "charset" else { continue }
      let name = trimmed(parts[1])
      return name.isEmpty ? nil : name
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    String(decoding: text.utf8.filter { !$0.isSpace && $0 != 0x22 && $0 != 0x27 }, as: UTF8.self)
  }
}
