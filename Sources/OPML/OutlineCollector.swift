import Diagnostics

/// Builds a document from outlines that open and close.
struct OutlineCollector {
  /// The name of the file, for notes.
  let file: String
  private(set) var document = OPMLDocument()
  /// The outlines that have been opened, whatever they are.
  private(set) var count = 0

  private var folders: [String] = []
  /// For each of them, which of the marked folders it is.
  private var marks: [Int?] = []
  /// For each open outline, whether it added a folder.
  private var outlines: [Bool] = []
  /// How many outlines were open where a commented one began.
  private var comment: Int?
  private var isTooDeep = false

  init(file: String) { self.file = file }

  /// The document, with a note where it names no feed.
  var finished: OPMLDocument {
    var document = document
    if document.feeds.isEmpty {
      document.notes.append(
        Diagnostic(.warning, rule: "opml-no-feeds", "the list has no outline with an xmlUrl", file: file))
    }
    return document
  }

  /// The first title counts.
  mutating func title(_ text: String) {
    document.title = document.title ?? Outline.trimmed(text)
  }

  mutating func version(_ text: String?, _ range: SourceRange) {
    document.version = text.flatMap { Outline.trimmed($0) }
    guard let version = document.version, !["1.0", "1.1", "2.0", "1", "2"].contains(version) else { return }
    note(
      .warning, rule: "opml-version", "this version of OPML is not known", range: range,
      help: "1.0, 1.1 and 2.0 are; it is read as 2.0")
  }

  mutating func open(_ attributes: OutlineAttributes, _ range: SourceRange) {
    count += 1
    // Liferea's "source" is a list it subscribes to, with the list's address in xmlUrl.
    let type = attributes.type
    let inclusion = type.flatMap { ["include", "link", "source"].contains($0) ? $0 : nil }
    let isFeed = attributes[.xmlUrl] != nil && inclusion != "source"
    let isFolder = !isFeed && comment == nil
    let name = isFolder ? attributes[.text] ?? attributes[.title] : nil
    let fits = folders.count < OPMLDocument.maximumPath
    defer {
      if let name, fits { push(name, attributes.isComment ? [:] : attributes.extensions, range) }
      outlines.append(name != nil && fits)
    }
    guard comment == nil else { return }
    if attributes.isComment {
      comment = outlines.count
      note(.info, rule: "opml-comment", "commented out, and not read, with all below it", range: range)
    } else if isFeed, let url = attributes[.xmlUrl] {
      var feed = Outline(
        xmlURL: url, title: attributes[.title] ?? attributes[.text], htmlURL: attributes[.htmlUrl],
        description: attributes[.description], language: attributes[.language],
        categories: attributes[.category].map(Outline.categories(in:)) ?? [], folders: folders,
        extensions: attributes.extensions, range: range)
      feed.markedFolder = marks.last ?? nil
      document.feeds.append(feed)
    } else if let inclusion {
      note(
        .info, rule: "opml-inclusion", "an outline of type '\(inclusion)' is not followed", range: range,
        help: "if it names a list, fetch that list and seed it as a file of its own")
    } else if type == "rss" || attributes[.htmlUrl] != nil {
      note(
        .warning, rule: "opml-missing-url", "a feed without an xmlUrl", range: range,
        help: "add xmlUrl=\"…\" with the address of the feed")
    } else if name != nil, !fits, !isTooDeep {
      isTooDeep = true
      note(
        .warning, rule: "opml-depth", "folders nested deeper than \(OPMLDocument.maximumPath)", range: range,
        help: "the names of deeper folders are left out; their feeds are read")
    }
  }

  private mutating func push(_ name: String, _ extensions: [String: String], _ range: SourceRange) {
    folders.append(name)
    marks.append(extensions.isEmpty ? nil : document.markedFolders.count)
    if extensions.isEmpty { return }
    document.markedFolders.append(MarkedFolder(name: name, extensions: extensions, range: range))
  }

  mutating func close() {
    guard let addedFolder = outlines.popLast() else { return }
    if addedFolder {
      folders.removeLast()
      marks.removeLast()
    }
    if comment == outlines.count { comment = nil }
  }

  /// Closes what is open, where the body ends.
  mutating func closeAll() {
    outlines = []
    folders = []
    marks = []
    comment = nil
  }

  private mutating func note(
    _ severity: Diagnostic.Severity, rule: String, _ message: String, range: SourceRange, help: String? = nil
  ) {
    document.notes.append(Diagnostic(severity, rule: rule, message, file: file, range: range, help: help))
  }
}
