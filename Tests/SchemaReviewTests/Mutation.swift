import TestEnvironment

/// Small damage to a text, mostly of the kind people do.
enum Mutation {
  private static let snippets: [[UInt8]] = [
    "\"", "/*", "*/", "//", "--", "\n", "\r", "\0", "(", ")", ",", ";", "<", ">", "LIST<", "ENCRYPTED ", "RECORD TYPE ",
    "CREATE ROLE ", "DEFINE SCHEMA", "GRANT ", " TO ", "READ", "PREFERRED AS ", "NUMBER ", "STRING", " QUERYABLE",
    "\u{FEFF}", "é", "___recordID", "\t",
  ].map { Array($0.utf8) }

  static func mutate(_ seeds: [[UInt8]], using random: inout SeededGenerator) -> [UInt8] {
    guard var bytes = seeds.randomElement(using: &random) else { return [] }
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.remove(at: place)
      case 2: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 4: bytes.removeSubrange(end...)
      case 5: bytes.insert(contentsOf: Array(repeating: 0x20, count: 3), at: place)
      default: bytes.insert(contentsOf: snippets.randomElement(using: &random) ?? [], at: place)
      }
    }
    return bytes
  }
}

/// Every construct of the language in one file.
enum WholeLanguage {
  static let text = """
    /* before the header */ DEFINE SCHEMA -- as Apple writes it
    // roles
    CREATE ROLE moderator;

    // A feed.
    RECORD TYPE Feed ( // its fields
      "___recordID" REFERENCE QUERYABLE,
      type STRING SORTABLE QUERYABLE, // a keyword as a name
      location LOCATION, asset ASSET, read INT64, to DOUBLE, record BYTES,
      "sortable" TIMESTAMP,
      tags LIST < STRING > SEARCHABLE,
      secrets LIST<ENCRYPTED BYTES>, secret ENCRYPTED STRING,
      n NUMBER, m NUMBER PREFERRED AS DOUBLE,
      GRANT READ, CREATE TO "_world",
      GRANT WRITE TO moderator, GRANT WRITE TO "_world"
    );
    RECORD TYPE "cloudkit.share" ("cloudkit.title" STRING);
    RECORD TYPE Empty ();
    """
}
