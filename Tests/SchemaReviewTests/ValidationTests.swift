import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

@Suite("Mistakes in meaning")
struct ValidationTests {
  @Test("each is shown with its place and what to do, once", arguments: rows)
  func rendered(row: MistakeRow) {
    #expect(row.rendered == row.expected)
  }

  @Test("every rule has an id of its own in kebab case, and says what it asks for")
  func rules() {
    let rules = SchemaValidation.rules
    #expect(Set(rules.map(\.id)).count == rules.count)
    for rule in rules {
      #expect(rule.id.allSatisfy { $0.isLowercase || $0 == "-" })
      #expect(!rule.summary.isEmpty && !rule.summary.hasSuffix("."))
    }
  }

  static let rows: [MistakeRow] = [
    MistakeRow(
      "names that are none",
      """
      DEFINE SCHEMA
      RECORD TYPE my-type (
        ___recordID REFERENCE QUERYABLE,
        1st STRING,
        "a b" STRING,
        'title' STRING,
        größe STRING,
        "" STRING,
        grant STRING,
        sortable STRING,
        cloudkit.title STRING,
        f: STRING,
        GRANT READ TO _world
      );

      """,
      expected: """
        s.ckdb:2:13: error: 'my-type' is not a name [invalid-name]
         2 | RECORD TYPE my-type (
           |             ^~~~~~~
           = a name is a letter, then letters, digits and underscores
        s.ckdb:3:3: error: '___recordID' is a name only in quotes [invalid-name]
         3 |   ___recordID REFERENCE QUERYABLE,
           |   ^~~~~~~~~~~
           = write "___recordID"
        s.ckdb:4:3: error: '1st' is not a name [invalid-name]
         4 |   1st STRING,
           |   ^~~
           = a name is a letter, then letters, digits and underscores
        s.ckdb:5:3: error: 'a b' is not a name [invalid-name]
         5 |   "a b" STRING,
           |   ^~~~~
           = a name is a letter, then letters, digits and underscores
        s.ckdb:6:3: error: 'title' is a name only in quotes [invalid-name]
         6 |   'title' STRING,
           |   ^~~~~~~
           = write "title"
        s.ckdb:7:3: error: 'größe' is not a name [invalid-name]
         7 |   größe STRING,
           |   ^~~~~
           = a name is a letter, then letters, digits and underscores
        s.ckdb:8:3: error: '' is not a name [invalid-name]
         8 |   "" STRING,
           |   ^~
           = a name is a letter, then letters, digits and underscores
        s.ckdb:9:3: error: 'grant' is reserved [reserved-name]
         9 |   grant STRING,
           |   ^~~~~
           = put the name in quotes: "grant"
        s.ckdb:10:3: error: 'sortable' is reserved [reserved-name]
         10 |   sortable STRING,
            |   ^~~~~~~~
            = put the name in quotes: "sortable"
        s.ckdb:11:3: error: 'cloudkit.title' is a name only in quotes [invalid-name]
         11 |   cloudkit.title STRING,
            |   ^~~~~~~~~~~~~~
            = write "cloudkit.title"
        s.ckdb:12:3: error: 'f:' is not a name [invalid-name]
         12 |   f: STRING,
            |   ^~
            = a name is a letter, then letters, digits and underscores
        s.ckdb:13:17: error: '_world' is a name only in quotes [invalid-name]
         13 |   GRANT READ TO _world
            |                 ^~~~~~
            = write "_world"
        """),
    MistakeRow(
      "fields, roles and record types that contradict the language",
      """
      DEFINE SCHEMA
      CREATE ROLE mod;
      CREATE ROLE mod;
      RECORD TYPE T (
        "__recordID" REFERENCE,
        "___recordType" STRING,
        "___recordID" STRING QUERYABLE,
        "_mine" STRING,
        f STRING,
        f INT64,
        g ENCRYPTED STRING QUERYABLE SORTABLE,
        h ENCRYPTED ASSET,
        i ASSET QUERYABLE,
        j LIST<STRING> SORTABLE,
        k REFERENCE SORTABLE,
        l INT64 SEARCHABLE,
        GRANT READ TO "_world",
        GRANT WRITE TO "_world",
        GRANT READ TO mood,
        GRANT READ TO editor,
        GRANT READ TO "_wrld"
      );
      RECORD TYPE T (f STRING);
      RECORD TYPE "_U" (f STRING);

      """,
      expected: """
        s.ckdb:3:13: error: the role 'mod' is created twice [duplicate-role]
         3 | CREATE ROLE mod;
           |             ^~~
           = remove one, or rename it
        s.ckdb:5:3: error: there is no system field '__recordID' [unknown-system-field]
         5 |   "__recordID" REFERENCE,
           |   ^~~~~~~~~~~~
           = did you mean "___recordID"?
        s.ckdb:6:3: error: there is no system field '___recordType' [unknown-system-field]
         6 |   "___recordType" STRING,
           |   ^~~~~~~~~~~~~~~
           = there are ___createTime, ___createdBy, ___etag, ___modTime, ___modifiedBy, ___recordID
        s.ckdb:7:17: error: the system field '___recordID' is a REFERENCE, not a STRING [system-field-type]
         7 |   "___recordID" STRING QUERYABLE,
           |                 ^~~~~~
           = write REFERENCE
        s.ckdb:8:3: error: the name '_mine' begins with an underscore [reserved-prefix]
         8 |   "_mine" STRING,
           |   ^~~~~~~
           = such names are reserved to CloudKit; choose another
        s.ckdb:10:3: error: the field 'f' is declared twice in 'T' [duplicate-field]
         10 |   f INT64,
            |   ^
            = remove one, or rename it
        s.ckdb:11:22: error: an ENCRYPTED field cannot be QUERYABLE SORTABLE [encrypted-index]
         11 |   g ENCRYPTED STRING QUERYABLE SORTABLE,
            |                      ^~~~~~~~~~~~~~~~~~
            = CloudKit cannot see its values; leave the options out
        s.ckdb:12:5: error: an ASSET cannot be declared ENCRYPTED [encrypted-type]
         12 |   h ENCRYPTED ASSET,
            |     ^~~~~~~~~~~~~~~
            = assets are encrypted anyway; leave it out
        s.ckdb:13:11: warning: CloudKit is likely to refuse QUERYABLE on ASSET [asset-index]
         13 |   i ASSET QUERYABLE,
            |           ^~~~~~~~~
            = assets cannot be queried; leave it out
        s.ckdb:14:18: warning: CloudKit is likely to refuse SORTABLE on LIST<STRING> [sortable-type]
         14 |   j LIST<STRING> SORTABLE,
            |                  ^~~~~~~~
            = it has no order; leave SORTABLE out
        s.ckdb:15:15: warning: CloudKit is likely to refuse SORTABLE on REFERENCE [sortable-type]
         15 |   k REFERENCE SORTABLE,
            |               ^~~~~~~~
            = it has no order; leave SORTABLE out
        s.ckdb:16:11: warning: CloudKit is likely to refuse SEARCHABLE on INT64 [searchable-type]
         16 |   l INT64 SEARCHABLE,
            |           ^~~~~~~~~~
            = only text has words; leave SEARCHABLE out
        s.ckdb:18:18: warning: 'T' has several grants for '_world' [duplicate-grant]
         18 |   GRANT WRITE TO "_world",
            |                  ^~~~~~~~
            = write one GRANT with all permissions
        s.ckdb:19:17: error: there is no role 'mood' [undefined-role]
         19 |   GRANT READ TO mood,
            |                 ^~~~
            = did you mean mod?
        s.ckdb:20:17: error: there is no role 'editor' [undefined-role]
         20 |   GRANT READ TO editor,
            |                 ^~~~~~
            = create it with CREATE ROLE editor;
        s.ckdb:21:17: error: there is no role '_wrld' [undefined-role]
         21 |   GRANT READ TO "_wrld"
            |                 ^~~~~~~
            = did you mean "_world"?
        s.ckdb:23:13: error: the record type 'T' is declared twice [duplicate-record-type]
         23 | RECORD TYPE T (f STRING);
            |             ^
            = remove one, or rename it
        s.ckdb:24:13: error: the name '_U' begins with an underscore [reserved-prefix]
         24 | RECORD TYPE "_U" (f STRING);
            |             ^~~~
            = such names are reserved to CloudKit; choose another
        """),
  ]
}
