import Catalog
import CommandLineTool
import ConfigurationFile
import Diagnostics
import SchemaReview

/// The list `articles.deny` of a configuration file.
enum DenyList {
  /// Adds addresses to the list, and keeps the rest of the file as it is.
  /// - Parameter file: the configuration file; `nil` to create one in the current folder.
  /// - Throws: `CommandFailure` if the file has a list in a form that cannot be extended.
  static func add(_ addresses: [String], to file: String?) throws {
    let path = file ?? Program.current.configurationFile
    let old = try file.map { try InputFile.read($0) }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    let known = try file.map { try EffectiveConfiguration(file: $0).articles.deny } ?? []
    var seen = Set(known)
    let new = addresses.map(FeedURL.redacted).filter { seen.insert($0).inserted }
    guard !new.isEmpty else { return }
    let items = new.map { "    - '\($0.replacing("'", with: "''"))'\n" }.joined()
    var lines = old.split(separator: "\n", omittingEmptySubsequences: false).map { "\($0)\n" }
    if lines.last == "\n" { lines.removeLast() }
    let articles = lines.firstIndex { $0.hasPrefix("articles:") }
    let deny = articles.flatMap { start in lines[start...].firstIndex { $0 == "  deny:\n" } }
    if let deny {
      lines.insert(items, at: deny + 1)
    } else if let articles {
      lines.insert("  deny:\n" + items, at: articles + 1)
    } else {
      lines.append("articles:\n  deny:\n" + items)
    }
    let text = lines.joined()
    // The file may have another indentation or a list in brackets. It is replaced only if the new list can be read.
    let (read, mistakes) = Configuration.read(SourceText(name: path, text: text), vocabulary: RuleCatalog.vocabulary)
    guard mistakes.isEmpty, Set(read.articles.deny) == Set(known + new) else {
      throw CommandFailure(
        "cannot add to articles.deny in \(path); add by hand: \(new.joined(separator: ", ")); nothing was deleted")
    }
    try OutputFile.write(text, to: path)
    Terminal.note("\(path) denies \(new.joined(separator: ", "))")
  }
}
