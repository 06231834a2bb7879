/// A text from the catalogue or the internet on one line, without what could steer a terminal.
enum ShownLine {
  /// The text, with at most so many characters.
  static func text(_ text: String, _ length: Int) -> String {
    let clean = String(
      String.UnicodeScalarView(text.unicodeScalars.map { isShown($0.properties.generalCategory) ? $0 : " " }))
    return clean.count > length ? clean.prefix(length - 1) + "…" : clean
  }

  /// Whether a scalar may be written to a terminal as it is: controls, bidi marks and line ends may not.
  private static func isShown(_ category: Unicode.GeneralCategory) -> Bool {
    ![.control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned].contains(category)
  }
}
