import Foundation
import Testing

@Suite("The report of seeding an OPML list")
struct SeedOPMLReportTests {
  @Test("an OPML list is seeded with folders as categories and tags, without overwriting fields")
  func opml() throws {
    let session = try Session(copying: "schema")
    try session.write(
      #"{"categories":[{"slug":"general","name":"General"},{"slug":"news","name":"News"}]}"#, to: "c.json")
    try session.write(#"{"feeds":[{"feedURL":"https://a.example/feed","title":"Ours"}]}"#, to: "f.json")
    try session.write(
      """
      <opml version="2.0"><head/><body><outline text="NEWS"><outline text="local">
      <outline type="rss" text="Theirs" xmlUrl="http://a.example/feed/" htmlUrl="https://a.example/"/>
      <outline type="rss" text="B" xmlUrl="https://b.example/feed"/>
      </outline></outline></body></opml>
      """, to: "list.opml")
    try session.run("seed", "c.json", "f.json")
    let run = try session.run("seed", "feeds", "list.opml", "--format", "json", "--as-of", "2026-11-21")
    #expect(run.status == 0)
    #expect(
      run.out
        == """
        {
          "asOf" : "2026-11-21T00:00:00Z",
          "command" : "seed feeds",
          "diagnostics" : [

          ],
          "items" : [
            {
              "action" : "update",
              "changes" : [
                {
                  "field" : "siteURL",
                  "new" : "https://a.example/"
                },
                {
                  "field" : "tags",
                  "new" : [
                    "local"
                  ]
                }
              ],
              "file" : "list.opml",
              "line" : 2,
              "recordName" : "\(try Self.name(of: "Ours", in: session))",
              "recordType" : "PublicFeed",
              "title" : "Theirs"
            },
            {
              "action" : "create",
              "file" : "list.opml",
              "line" : 3,
              "recordName" : "\(try Self.name(of: "B", in: session))",
              "recordType" : "PublicFeed",
              "title" : "B"
            }
          ],
          "schemaVersion" : 1,
          "summary" : {
            "container" : "celestra.sqlite",
            "created" : 2,
            "deleted" : 0,
            "dryRun" : false,
            "failed" : 0,
            "files" : [
              {
                "created" : 1,
                "duplicate" : 0,
                "failed" : 0,
                "file" : "list.opml",
                "read" : 2,
                "repaired" : 0,
                "skipped" : 0,
                "unchanged" : 0,
                "updated" : 1
              }
            ],
            "folders" : [
              {
                "category" : "news",
                "feeds" : 1,
                "folder" : [
                  "NEWS",
                  "local"
                ],
                "tags" : [
                  "local"
                ]
              }
            ],
            "kinds" : {
              "feeds" : {
                "created" : 1,
                "duplicate" : 0,
                "failed" : 0,
                "skipped" : 0,
                "unchanged" : 0,
                "updated" : 1
              },
              "metadata" : {
                "created" : 1,
                "duplicate" : 0,
                "failed" : 0,
                "skipped" : 0,
                "unchanged" : 1,
                "updated" : 0
              }
            },
            "planned" : 3,
            "skipped" : 0,
            "stopped" : false,
            "unchanged" : 1,
            "updated" : 1
          }
        }

        """)
  }

  /// The record name of a feed in the report, by title.
  private static func name(of title: String, in session: Session) throws -> String {
    try Report(session.run("score", "--explain", title, "--format", "json").out).summary.recordName
  }

  private struct Report: Decodable {
    struct Summary: Decodable {
      let recordName: String
    }

    let summary: Summary

    init(_ json: String) throws {
      self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
    }
  }
}
