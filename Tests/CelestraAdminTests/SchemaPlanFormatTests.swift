import Foundation
import Testing

@Suite("Formats of celestra-admin schema plan")
struct SchemaPlanFormatTests {
  @Test("formats of findings show each step, those without a finding as notes at their places in the new schema")
  func annotations() throws {
    let session = try Session()
    try session.write(PlannedSchemas.old, to: "old.ckdb")
    try session.write(PlannedSchemas.new, to: "new.ckdb")
    let plan = ["schema", "plan", "old.ckdb", "new.ckdb"]
    #expect(
      try session.run(plan + ["--format", "github"]).out == """
        ::error file=new.ckdb,line=2,col=13,endLine=2,endColumn=17,title=field-removed::Feed.gone (BYTES) is in \
        old.ckdb but not in new.ckdb%0Akeep the line and mark it as deprecated; production refuses the schema without it
        ::notice file=new.ckdb,line=4,col=24,endLine=4,endColumn=32,title=deployment-step::widens access: Feed: \
        "_world" may READ → READ, WRITE%0Aanyone gains WRITE
        ::notice file=new.ckdb,line=3,col=3,endLine=3,endColumn=8,title=deployment-step::risky: Feed.title: QUERYABLE \
        → no index%0Aapp queries that need QUERYABLE on Feed.title will fail
        1 error, 2 notes

        """)
    let limited = try session.run(plan + ["--format", "github", "--limit", "1"]).out
    #expect(limited.hasPrefix("::error ") && limited.hasSuffix("\n1 error, 2 notes\n"), "\(limited)")
    #expect(try session.run(plan + ["--format", "sarif=s"]).status == 1)
    #expect(try PublishedSchema.sarif.complaints(about: session.path("s")) == [])
    let log = try session.read("s")
    #expect(log.matches(of: #/"ruleId" : "deployment-step"/#).count == 2)
    #expect(log.contains("\"id\" : \"deployment-step\""))
  }
}
