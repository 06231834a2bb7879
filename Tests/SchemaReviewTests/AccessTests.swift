import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

@Suite("Access by effect")
struct AccessTests {
  private static let sets: [Permissions] = [[], .read, .write, [.read, .write]]

  /// The roles of each class of users.
  private static let users: [[String]] = [
    ["_world"], ["_world", "_icloud"], ["_world", "_icloud", "_creator"], ["_world", "_icloud", "Admin"],
  ]

  private static func document(_ grants: [Grant]) -> SchemaDocument {
    let items =
      ["\"___createdBy\" REFERENCE QUERYABLE", "a STRING"]
      + grants.filter { !$0.permissions.isEmpty }.map(\.description)
    return SchemaDocument(
      SourceText(
        name: "s", text: "DEFINE SCHEMA CREATE ROLE Admin; RECORD TYPE T (\(items.joined(separator: ", ")));"))
  }

  /// Returns what a user may do, by looking at every role of the user.
  private static func permissions(of roles: [String], _ grants: [Grant]) -> Permissions {
    grants.filter { roles.contains($0.role) }.reduce(into: []) { $0.formUnion($1.permissions) }
  }

  @Test(
    "a plan says that access is gained or lost if it is for some user, for all pairs of grants to two roles",
    arguments: [
      ("_world", "_icloud"), ("_world", "_creator"), ("_icloud", "_creator"), ("_world", "Admin"), ("_icloud", "Admin"),
      ("_creator", "Admin"),
    ])
  func pairs(first: String, second: String) {
    for number in 0..<256 {
      let picked = [0, 2, 4, 6].map { Self.sets[number >> $0 & 3] }
      let old = [Grant(role: first, permissions: picked[0]), Grant(role: second, permissions: picked[1])]
      let new = [Grant(role: first, permissions: picked[2]), Grant(role: second, permissions: picked[3])]
      var expected: Set<String> = []
      for user in Self.users {
        let (before, after) = (Self.permissions(of: user, old), Self.permissions(of: user, new))
        if !after.isSubset(of: before) { expected.insert("grant-widened") }
        if !before.isSubset(of: after) { expected.insert("grant-removed") }
      }
      let plan = DeploymentPlan(from: Self.document(old), to: Self.document(new), policy: .client, security: true)
      #expect(Set(plan.findings.map(\.rule)) == expected, "\(old) to \(new)")
      let changed = old.map(\.permissions) != new.map(\.permissions)
      #expect(plan.steps.isEmpty == !changed)
      if expected.isEmpty {
        #expect(plan.steps.allSatisfy { $0.assessment.verdict == .allowed })
        #expect(plan.steps.allSatisfy { $0.assessment.reason.hasPrefix("no user's access changes: ") })
      }
    }
  }

  @Test("removing a grant that overlapping-grant reports changes no access")
  func overlapping() {
    for number in 0..<256 {
      let grants = zip(["_world", "_icloud", "_creator", "Admin"], [0, 2, 4, 6]).map { role, shift in
        Grant(role: role, permissions: Self.sets[number >> shift & 3])
      }
      let file = Self.document(grants)
      for finding in LintRun(file.file, selection: RuleSelection(select: ["overlapping-grant"])).diagnostics {
        let role = finding.subject?.split(separator: ":").last.map(String.init)
        let rest = Self.document(grants.filter { $0.role != role })
        let plan = DeploymentPlan(from: file, to: rest, policy: .client, security: true)
        #expect(plan.findings.isEmpty && plan.steps.count == 1, "\(grants): \(finding.message)")
      }
    }
  }

  @Test("the sentence names the roles that still give the permissions")
  func reasons() {
    func reasons(_ old: String, _ new: String) -> [String] {
      let types = [old, new].map { SchemaDocument(SourceText(name: "s", text: "DEFINE SCHEMA RECORD TYPE T (\($0));")) }
      return DeploymentPlan(from: types[0], to: types[1]).steps.map(\.assessment.reason)
    }
    #expect(
      reasons(#"GRANT READ TO "_icloud", GRANT READ TO "_world""#, #"GRANT READ TO "_world""#)
        == ["no user's access changes: every signed-in user has READ through _world"])
    #expect(
      reasons(
        #"GRANT WRITE TO "_icloud", GRANT READ TO "_world""#,
        #"GRANT READ, WRITE TO "_creator", GRANT WRITE TO "_icloud", GRANT READ TO "_world""#)
        == ["no user's access changes: a record's creator has READ, WRITE through _icloud and _world"])
    #expect(reasons(#"GRANT READ TO "_world""#, #"GRANT READ TO "_icloud""#).contains("anyone loses READ"))
    #expect(
      reasons(
        #"GRANT WRITE TO "_creator", GRANT READ TO "_world""#, #"GRANT CREATE TO "_icloud", GRANT READ TO "_world""#)
        == ["every signed-in user gains CREATE", "a record's creator loses WRITE"])
    #expect(
      reasons(#"a STRING, GRANT READ TO "_creator", GRANT READ TO "_world""#, "a STRING").sorted() == [
        "a record's creator gains or loses nothing by this grant, only by those to wider roles", "anyone loses READ",
      ])
  }
}
