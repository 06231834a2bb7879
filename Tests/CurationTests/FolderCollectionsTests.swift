import Catalog
import CloudKitRecords
import Curation
import Diagnostics
import Testing

@Suite("Collections of folders")
struct FolderCollectionsTests {
  private static let list = """
    <opml version="2.0"><body>
    <outline text="Tech"><outline xmlUrl="https://a.example/f"/>
      <outline text="Apple"><outline xmlUrl="https://b.example/f"/></outline>
      <outline xmlUrl="https://c.example/f"/></outline>
    <outline text="tech!"><outline xmlUrl="https://d.example/f"/></outline>
    <outline text="Tech Apple"><outline xmlUrl="https://e.example/f"/></outline>
    <outline text="科技"><outline xmlUrl="https://f.example/f"/></outline>
    <outline text="!!"><outline xmlUrl="https://g.example/f"/></outline>
    <outline xmlUrl="https://h.example/f"/>
    </body></opml>
    """

  private static func collections() -> [SluggedSeed] {
    var catalog = SeedCatalog()
    catalog.addCollections(fromFoldersOf: SeedFileReader.read(SourceText(name: "l.opml", text: list)).seeds)
    return catalog.collections
  }

  @Test("each folder's path is a collection, its feeds in the order of the list")
  func folders() {
    let found = Self.collections().map { collection in
      let feeds = (collection.feeds ?? []).map { $0.feedURL.dropFirst(8).prefix(1) }.joined()
      return "\(collection.slug): \(collection.fields[CollectionField.title]?.string ?? "") [\(feeds)]"
    }
    #expect(
      found == [
        "tech: Tech [acd]", "tech-apple: Tech / Apple [b]", "tech-apple-2uoi01smw45rw: Tech Apple [e]",
        "2u0tjdbhw5tru: 科技 [f]",
      ])
  }

  @Test("slugs are the same in every run")
  func stable() {
    #expect(Self.collections().map(\.slug) == Self.collections().map(\.slug))
    #expect(Self.collections().allSatisfy { $0.authority == .fillAbsent })
  }
}
