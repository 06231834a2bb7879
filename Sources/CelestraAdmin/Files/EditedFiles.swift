import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics
import Foundation

/// Edits of seed files, which are collected and then written together. Each file is replaced as a whole, or stays as it
/// is.
struct EditedFiles {
  private var editors: [String: SeedFileEditor] = [:]
  private var sources: [String: SourceText] = [:]
  /// Why whole files are not edited.
  private var refusals: [String: String] = [:]

  /// Collects edits of one entry. A new address is written into all entries of the feed, since the next seed would create
  /// it again at the old one.
  /// - Returns: Why they are not possible; `nil` if they were collected.
  mutating func apply(_ edits: [SeedFileEditor.Edit], at place: SeedPlace, of seeds: SeedCatalog) throws -> String? {
    var edited = self
    if let refusal = try edited.apply(edits, in: place.file) { return refusal }
    for case .change(let place, let field, let value, _) in edits where field === FeedField.feedURL {
      let feed = seeds.feeds.first { $0.place == place }
      guard let key = feed.flatMap({ try? FeedURL($0.feedURL).key }) else { continue }
      for other in seeds.feeds where other.place != place && (try? FeedURL(other.feedURL).key) == key {
        let edit = SeedFileEditor.Edit.change(other.place, FeedField.feedURL, value)
        let refusal = try edited.apply([edit], in: other.place.file)
        // A seed takes a list's entry at a former address for the feed.
        let isFollowed = edited.statesFormerURLs(place.file) && other.authority == .fillAbsent
        if let refusal, !isFollowed { return "\(other.place.file): \(refusal)" }
      }
      // A collection that names the former address would find no feed.
      if !edited.statesFormerURLs(place.file),
        let refusal = try edited.replace(key, by: value, in: seeds.collections)
      {
        return refusal
      }
    }
    self = edited
    return nil
  }

  /// Collects the edits of collections that name a feed by an address which it no longer has.
  private mutating func replace(
    _ key: FeedURL.Key, by value: FieldValue?, in collections: [SluggedSeed]
  ) throws -> String? {
    for collection in collections {
      let members = (collection.feeds ?? []).map(\.feedURL)
      let moved = members.map { (try? FeedURL($0).key) == key ? value?.string ?? $0 : $0 }
      if moved == members { continue }
      let edit = SeedFileEditor.Edit.change(collection.place, CollectionField.feeds, .strings(moved))
      if let refusal = try apply([edit], in: collection.place.file) { return "\(collection.place.file): \(refusal)" }
    }
    return nil
  }

  /// Collects edits in one file.
  mutating func apply(_ edits: [SeedFileEditor.Edit], in name: String) throws -> String? {
    if let refusal = refusals[name] { return refusal }
    let source = try sources[name] ?? InputFile.read(name)
    sources[name] = source
    var editor: SeedFileEditor
    if let known = editors[name] {
      editor = known
    } else {
      do throws(SeedFileRefusal) { editor = try SeedFileEditor(source) } catch {
        refusals[name] = error.reason
        return error.reason
      }
    }
    do throws(SeedFileRefusal) { for edit in edits { try editor.apply(edit) } } catch { return error.reason }
    editors[name] = editor
    return nil
  }

  /// Collects the edits that remove a feed from all files, and from their collections.
  /// - Returns: Why they are not possible; `nil` if they were collected.
  mutating func remove(_ feed: FeedSeed, from seeds: SeedCatalog) throws -> String? {
    var edited = self
    let keys = feed.keys
    for entry in seeds.feeds where keys.contains(address: entry.feedURL) {
      if let refusal = try edited.apply([.remove(entry.place)], in: entry.place.file) { return refusal }
    }
    let collections = seeds.collections.filter { collection in
      (collection.feeds ?? []).contains { keys.contains(address: $0.feedURL) }
    }
    for file in Set(collections.map(\.place.file)).sorted() {
      if let refusal = try edited.apply([.removeFromCollections(keys)], in: file) { return refusal }
    }
    self = edited
    return nil
  }

  /// Whether entries of a file can be edited, as far as it was tried.
  func canEdit(_ name: String) -> Bool { refusals[name] == nil }

  /// Whether a file to which edits were applied states the former addresses of feeds.
  func statesFormerURLs(_ name: String) -> Bool { editors[name]?.statesFormerURLs ?? true }

  /// - Returns: The names of the files that were written.
  /// - Throws: `CommandFailure` before the first file is written if an edit would change more than it names, or if a
  ///   file has changed meanwhile.
  /// - Parameter former: The feeds to add to a file of former feeds, and its name.
  func write(former: (feeds: [FormerFeed], file: String)? = nil) throws -> [String] {
    var edited: [(name: String, text: String)] = []
    for (name, editor) in editors.sorted(by: { $0.key < $1.key }) where editor.isEdited {
      do throws(SeedFileRefusal) { edited.append((name, try editor.text())) } catch {
        throw CommandFailure("\(name): \(error.reason); nothing was written")
      }
    }
    if let former, !former.feeds.isEmpty {
      let source = FileManager.default.fileExists(atPath: former.file) ? try InputFile.read(former.file) : nil
      do throws(SeedFileRefusal) {
        edited.append((former.file, try FormerFeeds.text(adding: former.feeds, to: source)))
      } catch {
        throw CommandFailure("\(error.reason); nothing was written")
      }
    }
    for (name, _) in edited {
      guard let source = sources[name], try InputFile.read(name).bytes != source.bytes else { continue }
      throw CommandFailure("\(name) has changed meanwhile; run the command again")
    }
    for (name, text) in edited { try OutputFile.write(text, to: name) }
    return edited.map(\.name)
  }
}
