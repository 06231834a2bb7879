package import Diagnostics

/// Rules about the deployment of a schema over a live one. `Assessment` reports them.
extension Rule {
  /// Sorted by id, without the notes about steps.
  package static let ofDeployments: [Rule] =
    (DeploymentPolicy.allCases.flatMap(\.addedRules) + [.grantWidened]).sorted { $0.id < $1.id }

  /// What a change that violates the rule means for a deployment.
  var verdict: Assessment.Verdict {
    switch self {
    case _ where !isConfigurable: .refusedInProduction
    case .grantWidened: .widensAccess
    case .grantRemoved, .indexRemoved, .roleRemoved, .systemIndexDropped: .riskyForShippedApps
    default: .allowed
    }
  }

  package static let deploymentStep = Rule(
    "deployment-step", .info, .documented, "a step of a plan that no other finding reports",
    why: "Formats that contain only findings show a step without a finding as this note.",
    source: "'\(Program.current.schema("plan"))'", remedy: "Nothing, if the step is intended.",
    bad: .deployment(of: .feed("title STRING QUERYABLE,"), over: .feed("title STRING,")),
    good: .deployment(of: .feed("title STRING,"), over: .feed("title STRING,")), scope: .deployment,
    isConfigurable: false)

  static let recordTypeAdded = Rule(
    "record-type-added", .error, .documented, "a record type is added",
    why: "Generated code, and code that lists every record type, does not include it yet.",
    source: "the policy 'source' of '\(Program.current.schema("plan"))'",
    remedy: "Update the code in the same release.",
    bad: .deployment(of: .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#), over: .feeds()),
    good: .deployment(of: .feeds(), over: .feeds()), scope: .deployment)

  static let recordTypeRemoved = Rule(
    "record-type-removed", .error, .documented, "a record type of the live schema is missing",
    why: """
      Production refuses a schema that would lose records, and applies no part of it. A schema import replaces every \
      record type of a container, including those that only private databases use.
      """,
    source: .schemaGuide("Add, Modify, and Remove"),
    remedy: "Keep the record type, mark it as deprecated and stop using it.",
    bad: .deployment(of: .feeds(), over: .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#)),
    good: .deployment(
      of: .feeds("-- DEPRECATED", #"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#),
      over: .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#)), scope: .deployment,
    isConfigurable: false)

  static let typeWithoutGrants = Rule(
    "type-without-grants", .warning, .documented, "a new record type has no grants",
    why: "Without grants, no one can use the record type in the public database. Private databases need no grants.",
    source: .schemaGuide("Permissions"),
    remedy: "Grant the permissions that apps need: READ to \"_world\", CREATE to \"_icloud\", WRITE to \"_creator\".",
    bad: .deployment(of: .feeds("RECORD TYPE Tag ( label STRING );"), over: .feeds()),
    good: .deployment(of: .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#), over: .feeds()),
    scope: .deployment)

  static let fieldAdded = Rule(
    "field-added", .error, .documented, "a field is added",
    why: "Generated code, and code that lists every field, does not include it yet.",
    source: "the policy 'source' of '\(Program.current.schema("plan"))'",
    remedy: "Update the code in the same release.",
    bad: .deployment(of: .feed("title STRING,", "score INT64,"), over: .feed("title STRING,")),
    good: .deployment(of: .feed("title STRING,"), over: .feed("title STRING,")), scope: .deployment)

  static let fieldRemoved = Rule(
    "field-removed", .error, .documented, "a field of the live schema is missing",
    why: "Production refuses a schema that would lose values, and applies no part of it.",
    source: .schemaGuide("Add, Modify, and Remove"),
    remedy: "Keep the line, mark it as deprecated and stop using the field.",
    bad: .deployment(of: .feed("title STRING,"), over: .feed("title STRING,", "score INT64,")),
    good: .deployment(
      of: .feed("title STRING,", "score INT64, // DEPRECATED"), over: .feed("title STRING,", "score INT64,")),
    scope: .deployment, isConfigurable: false)

  static let fieldTypeChanged = Rule(
    "field-type-changed", .error, .reported, "a field's type changes",
    why: """
      A field in production keeps its type, including whether it is a list. Apple documents this for changes that would \
      lose data; users report it for every change.
      """,
    source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\", Add, Modify, and Remove; reports of "
      + "refused deployments",
    remedy: "Add a field of the new type under another name and copy the values.",
    bad: .deployment(of: .feed("title STRING,", "score DOUBLE,"), over: .feed("title STRING,", "score INT64,")),
    good: .deployment(
      of: .feed("title STRING,", "score INT64,", "scoreDouble DOUBLE,"), over: .feed("title STRING,", "score INT64,")),
    scope: .deployment, isConfigurable: false)

  static let encryptionToggled = Rule(
    "encryption-toggled", .error, .documented, "a field's encryption changes",
    why: "Only new fields can be encrypted, and encryption cannot change once the field is in production.",
    source: "Apple, CKRecord.encryptedValues; NSAttributeDescription.allowsCloudEncryption",
    remedy: "Add a field with the new encryption under another name and copy the values.",
    bad: .deployment(
      of: .feed("title STRING,", "token ENCRYPTED STRING,"), over: .feed("title STRING,", "token STRING,")),
    good: .deployment(
      of: .feed("title STRING,", "token STRING,", "secretToken ENCRYPTED STRING,"),
      over: .feed("title STRING,", "token STRING,")), scope: .deployment, isConfigurable: false)

  static let preferredNumberChanged = Rule(
    "preferred-number-changed", .error, .documented, "the preferred type of a NUMBER field changes",
    why: "The preferred type of a NUMBER field cannot change once it is set.",
    source: .schemaGuide("Data Types"),
    remedy: "Keep the preferred type, or add a field of type INT64 or DOUBLE.",
    bad: .deployment(of: .feed("score NUMBER PREFERRED AS DOUBLE,"), over: .feed("score NUMBER PREFERRED AS INT64,")),
    good: .deployment(
      of: .feed("score NUMBER PREFERRED AS INT64,", "scoreDouble DOUBLE,"),
      over: .feed("score NUMBER PREFERRED AS INT64,")), scope: .deployment, isConfigurable: false)

  package static let probableRename = Rule(
    "probable-rename", .warning, .assumed, "an added name probably replaces a removed one",
    why: """
      CloudKit cannot rename: production refuses the removal, and the added field or record type is empty. The pair is \
      inferred from types, names and indexes.
      """,
    source: "schemas in public repositories",
    remedy: "Keep the old name beside the new one until no app reads it.",
    bad: .deployment(of: .feed("publishedDate TIMESTAMP,"), over: .feed("pubDate TIMESTAMP,")),
    good: .deployment(of: .feed("pubDate TIMESTAMP,", "publishedDate TIMESTAMP,"), over: .feed("pubDate TIMESTAMP,")),
    scope: .deployment)

  static let indexRemoved = Rule(
    "index-removed", .error, .documented, "a field loses an index",
    why: "Queries that need the index fail in shipped apps, which cannot be changed.",
    source: "Apple, CloudKit Quick Start, Deploying: indexes are part of the schema",
    remedy: "Keep the index while a shipped app may need it.",
    bad: .deployment(of: .feed("title STRING QUERYABLE,"), over: .feed("title STRING QUERYABLE SORTABLE,")),
    good: .deployment(of: .feed("title STRING QUERYABLE SORTABLE,"), over: .feed("title STRING QUERYABLE SORTABLE,")),
    scope: .deployment)

  static let systemIndexDropped = Rule(
    "system-index-dropped", .error, .documented, "a system field's line is removed, and its index with it",
    why: "A system field exists without a line, but its index does not: removing the line silently drops the index.",
    source: .schemaGuide("System Fields"),
    remedy: "Restore the line.",
    bad: .deployment(
      of: .feed("title STRING,"), over: .feed(#""___recordID" REFERENCE QUERYABLE,"#, "title STRING,")),
    good: .deployment(
      of: .feed(#""___recordID" REFERENCE QUERYABLE,"#, "title STRING,"),
      over: .feed(#""___recordID" REFERENCE QUERYABLE,"#, "title STRING,")), scope: .deployment)

  static let grantRemoved = Rule(
    "grant-removed", .error, .reported, "a role loses a permission",
    why: "Apps fail when users with the role need the removed permission.",
    source: "reports of deployments that locked users out",
    remedy: "Keep the grant while a shipped app relies on it.",
    bad: .deployment(of: .feed("title STRING,"), over: .feed("title STRING,", #"GRANT CREATE TO "_icloud","#)),
    good: .deployment(
      of: .feed("title STRING,", #"GRANT CREATE TO "_icloud","#),
      over: .feed("title STRING,", #"GRANT CREATE TO "_icloud","#)), scope: .deployment)

  static let grantWidened = Rule(
    "grant-widened", .error, .documented, "a role gains a permission",
    why: "The deployment immediately gives users with the role more access to existing records.",
    source: .schemaGuide("Roles"),
    remedy: "Remove the permission, or approve the change.",
    bad: .deployment(of: .feed("title STRING,", grant: #"READ, WRITE TO "_world""#), over: .feed("title STRING,")),
    good: .deployment(of: .feed("title STRING,"), over: .feed("title STRING,")), scope: .deployment)

  static let roleRemoved = Rule(
    "role-removed", .error, .reported, "a role of the live schema is missing",
    why: "Users with the role lose the permissions it granted.",
    source: "reports of deployments that locked users out",
    remedy: "Keep the role while any user has it.",
    bad: .deployment(
      of: .feed("title STRING,"), over: .feed("title STRING,", "GRANT WRITE TO Admin,", after: "CREATE ROLE Admin;")),
    good: .deployment(
      of: .feed("title STRING,", after: "CREATE ROLE Admin;"),
      over: .feed("title STRING,", after: "CREATE ROLE Admin;")), scope: .deployment)
}
