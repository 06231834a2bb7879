/// A generated schema of any size, similar to real ones and identical in every run.
enum GeneratedSchema {
  private static let fields: [(name: String, rest: String)] = [
    ("feedURL", "STRING QUERYABLE SORTABLE,"), ("title", "STRING QUERYABLE SEARCHABLE SORTABLE,"),
    ("subtitle", "STRING,"), ("category", "REFERENCE QUERYABLE,"), ("tags", "LIST<STRING> QUERYABLE,"),
    ("qualityScore", "DOUBLE QUERYABLE SORTABLE,"), ("subscriberCount", "INT64 QUERYABLE SORTABLE,"),
    ("addedAt", "TIMESTAMP QUERYABLE SORTABLE,"), ("summary", "STRING SEARCHABLE,"), ("place", "LOCATION,"),
    ("image", "ASSET,"), ("payload", "BYTES,"),
  ]

  /// Returns the bytes of a schema of at least a given size.
  static func bytes(atLeast count: Int) -> [UInt8] {
    var text = "DEFINE SCHEMA\n\n    CREATE ROLE Admin;\n"
    text.reserveCapacity(count + 2000)
    var number = 0
    while text.utf8.count < count {
      text += "\n    // Record type \(number), which nobody will ever store.\n    RECORD TYPE Generated\(number) (\n"
      text += "        \"___recordID\"   REFERENCE QUERYABLE,\n"
      for (name, rest) in fields {
        text += "        \(name)" + String(repeating: " ", count: 16 - name.utf8.count) + rest + "\n"
      }
      text += "        GRANT READ TO \"_world\",\n        GRANT READ, CREATE, WRITE TO Admin\n    );\n"
      number += 1
    }
    return Array(text.utf8)
  }
}
