import Diagnostics

/// A builder that assembles a document from opening and closing outlines.
struct OutlineCollector {
  let file: String
  private(set) var document = OPMLDocument()
  /// The number of outlines opened so far.
  private(set) var count = 0

  private var folders: [String] = []
  /// For each folder, its index among the marked folders.
  private var marks: [Int?] = []
  /// For each open outline, whether it is a folder.
  private var areFolders: [Bool] = []
  /// The number of open outlines around the outermost commented-out outline.
  private var commentDepth: Int?
  private var isTooDeep = false

  init(file: String) { self.file = file }

  /// The document, with a note if it has no feeds.
  var finished: OPMLDocument {
    var document = document
    if document.feeds.isEmpty {
      document.notes.append(
        Diagnostic(.warning, rule: "opml-no-feeds", "the list has no outline with an xmlUrl", file: file))
    }
    return document
  }

  mutating func setVersion(_ text: String?, _ range: SourceRange) {
    document.version = text.flatMap { Outline.trimmed($0) }
    guard let version = document.version, !["1.0", "1.1", "2.0", "1", "2"].contains(version) else { return }
    note(
      .warning, rule: "opml-version", "unknown OPML version", range: range,
      help: "known versions are 1.0, 1.1 and 2.0; the list was read as 2.0")
  }

  mutating func open(_ attributes: OutlineAttributes, _ range: SourceRange) {
    count += 1
    // Liferea writes type "source" for a subscribed list, with the list's address in xmlUrl.
    let type = attributes.type
    let inclusion = type.flatMap { ["include", "link", "source"].contains($0) ? $0 : nil }
    let isFeed = attributes[.xmlUrl] != nil && inclusion != "source"
    let isFolder = !isFeed && commentDepth == nil
    let name = isFolder ? attributes[.text] ?? attributes[.title] : nil
    let fits = folders.count < OPMLDocument.maximumPath
    defer {
      if let name, fits { push(name, attributes.isComment ? [:] : attributes.extensions, range) }
      areFolders.append(name != nil && fits)
    }
    guard commentDepth == nil else { return }
    if attributes.isComment {
      commentDepth = areFolders.count
      note(.info, rule: "opml-comment", "this outline and its children are commented out and skipped", range: range)
    } else if isFeed, let url = attributes[.xmlUrl] {
      // Curators edit `text`; `title` is the feed's own (OPML 2.0). Some programs write a placeholder to `text`.
      let text = attributes[.text].flatMap {
        Outline.isAddress($0, of: url) || Outline.isAddress($0, of: attributes[.htmlUrl]) ? nil : $0
      }
      var feed = Outline(
        xmlURL: url, title: text ?? attributes[.title] ?? attributes[.text], htmlURL: attributes[.htmlUrl],
        description: attributes[.description], language: attributes[.language],
        categories: attributes[.category].map(Outline.categories(in:)) ?? [], folders: folders,
        extensions: attributes.extensions, range: range)
      feed.markedFolder = marks.last ?? nil
      document.feeds.append(feed)
    } else if let inclusion {
      note(
        .info, rule: "opml-inclusion", "skipped an outline of type '\(inclusion)': linked lists are not loaded",
        range: range,
        help: "download the linked list and seed it as a separate file")
    } else if type == "rss" || attributes[.htmlUrl] != nil {
      note(
        .warning, rule: "opml-missing-url", "skipped a feed without an xmlUrl", range: range,
        help: "add xmlUrl=\"…\" with the address of the feed")
    } else if name != nil, !fits, !isTooDeep {
      isTooDeep = true
      note(
        .warning, rule: "opml-depth", "folders nested deeper than \(OPMLDocument.maximumPath)", range: range,
        help: "deeper folder names are ignored; feeds in those folders are read")
    }
  }

  private mutating func push(_ name: String, _ extensions: [String: String], _ range: SourceRange) {
    folders.append(name)
    marks.append(extensions.isEmpty ? nil : document.markedFolders.count)
    if extensions.isEmpty { return }
    document.markedFolders.append(MarkedFolder(name: name, extensions: extensions, range: range))
  }

  mutating func close() {
    guard let isFolder = areFolders.popLast() else { return }
    if isFolder {
      folders.removeLast()
      marks.removeLast()
    }
    if commentDepth == areFolders.count { commentDepth = nil }
  }

  /// Closes all open outlines at the end of the body.
  mutating func closeAll() {
    areFolders = []
    folders = []
    marks = []
    commentDepth = nil
  }

  private mutating func note(
    _ severity: Diagnostic.Severity, rule: String, _ message: String, range: SourceRange, help: String? = nil
  ) {
    document.notes.append(Diagnostic(severity, rule: rule, message, file: file, range: range, help: help))
  }
}
