import Catalog
import Diagnostics

/// Feed seeds read from a YAML, TOML, or INI file. They fill absent fields only.
struct KeyedSeeds {
  private(set) var file: SeedFile

  init(_ list: KeyedBlocks, of source: SourceText) {
    file = SeedFile(source)
    for block in list.blocks {
      let columns = block.columns(in: list.form)
      let isFeed = file.addFeed(
        at: block.range, in: source.name,
        raw: { name in columns[name].flatMap { block.values[$0].text }.flatMap { $0.isEmpty ? nil : $0 } },
        place: { name in columns[name].map { block.values[$0].range } })
      if isFeed {
        let feed = file.seeds.feeds.count - 1
        if file.seeds.feeds[feed].folders.isEmpty { file.seeds.feeds[feed].folders = block.folders }
        // Only this program and curators write this key.
        file.seeds.feeds[feed].setsActive = block.values.contains { $0.key == FeedField.isActive.name }
      } else if list.form == .yaml, !block.isFolder,
        block.isBraced || block.values.contains(where: { $0.keyRange != $0.range })
      {
        file.skipped += 1
      }
    }
    if file.skipped > 0 {
      let total = file.skipped + file.seeds.feeds.count
      file.report(.info, rule: "rows-without-feed", "skipped \(file.skipped) of \(total) entries without an address")
    }
  }
}
