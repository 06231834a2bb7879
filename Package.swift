// swift-tools-version: 6.2
import PackageDescription

// In debug builds the argument parser checks the declarations of options five times per level of groups, at each start:
// 20 to 950 ms of a run, most of what the tests take. On Linux its function that does nothing stands in for the check,
// which macOS keeps. Source: ArgumentSet.init and ParsableArguments._validate of swift-argument-parser 1.8.2.
let withoutParserChecks = [
  "-Xlinker",
  "--defsym=$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ"
    + "=$s14ArgumentParser17ParsableArgumentsPAAE8validateyyKF",
]

// What `init` writes: links to files in schema/ and seed/.
let initialFiles = [
  "celestra.ckdb", "categories.json", "categories.schema.json", "category-map.json", "category-map.schema.json",
  "classics.opml", "collections.json", "collections.schema.json", "feeds.json", "feeds.schema.json",
]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

// The target graph is the architecture: an arrow may only go down this list. A third-party package enters one target
// (`.ci/imports` lists the exceptions with their reasons and checks all imports); only SystemCalls calls the C library.
let package = Package(
  name: "celestra-admin", platforms: [.macOS(.v15)],
  products: [
    .executable(name: "celestra-admin", targets: ["CelestraAdmin"]),
    .executable(name: "ckdb", targets: ["CKDB"]),
  ],
  dependencies: [
    // Exactly: Package.resolved is not kept. GRDB is not tested on Linux by its authors; our own tests hold its version.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
  ],
  targets: [
    // base
    .target(name: "Diagnostics"),
    .target(name: "Notation"),
    // Apple's iconv is a library of its own.
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "SystemCalls", dependencies: ["CZlib"],
      linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]),
    // formats
    .target(name: "CloudKitSchema", dependencies: ["Diagnostics", "Notation"]),
    .target(name: "ConfigurationFile", dependencies: ["Diagnostics", .product(name: "Yams", package: "Yams")]),
    .target(name: "JSON", dependencies: ["Diagnostics"]),
    .target(name: "OPML", dependencies: ["Diagnostics", "Notation", "XML"]),
    .target(name: "CSV", dependencies: ["Diagnostics", "Notation"]),
    .target(name: "HTMLPage", dependencies: ["Diagnostics", .product(name: "Mustache", package: "swift-mustache")]),
    .target(name: "SwiftSources", dependencies: ["Diagnostics", "Notation"]),
    .target(name: "Syndication", dependencies: ["Diagnostics", "JSON", "Notation", "XML"]),
    .target(name: "XML", dependencies: ["Notation", "SystemCalls"]),
    // records
    .target(name: "CloudKitRecords", dependencies: ["CloudKitSchema", "Diagnostics", "JSON"]),
    .target(name: "AssetFiles", dependencies: ["CloudKitRecords", "SystemCalls", crypto]),
    // stores
    .target(name: "CloudKitWire", dependencies: ["CloudKitRecords", "CloudKitSchema", "JSON", crypto]),
    .target(
      name: "CloudKitWebServices",
      dependencies: [
        "CloudKitRecords", "CloudKitSchema", "CloudKitWire", "Diagnostics", "JSON", "Notation", "SystemCalls",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .target(
      name: "CloudKitEmulator",
      dependencies: [
        "AssetFiles", "CloudKitRecords", "CloudKitSchema", "CloudKitWire", "Diagnostics", "JSON", "Notation",
        "SystemCalls",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ]),
    .target(
      name: "SQLiteStore",
      dependencies: [
        "CloudKitRecords", "CloudKitSchema", "Diagnostics", "JSON", "SystemCalls", crypto, grdb,
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    // domain
    .target(name: "Catalog", dependencies: ["CloudKitRecords", "CloudKitSchema", "Diagnostics", "Notation", crypto]),
    // jobs
    .target(
      name: "Articles",
      dependencies: ["Catalog", "CloudKitRecords", "CloudKitSchema", "Notation", "Syndication", "XML"]),
    .target(
      name: "SchemaReview", dependencies: ["CloudKitRecords", "CloudKitSchema", "Diagnostics", "JSON", "Notation"]),
    .target(name: "AppModel", dependencies: ["CloudKitSchema", "Diagnostics", "SwiftSources", "XML"]),
    .target(
      name: "Copying",
      dependencies: [
        "AssetFiles", "CSV", "Catalog", "CloudKitRecords", "CloudKitSchema", "Diagnostics", "JSON", "SystemCalls",
      ]),
    .target(
      name: "Curation",
      dependencies: [
        "Articles", "CSV", "Catalog", "CloudKitRecords", "CloudKitSchema", "Diagnostics", "JSON", "Notation", "OPML",
        "XML",
      ]),
    .target(
      name: "FeedHealth",
      dependencies: ["Articles", "Catalog", "CloudKitRecords", "CloudKitSchema", "Diagnostics", "Syndication"]),
    .target(
      name: "Discovery",
      dependencies: [
        "Articles", "Catalog", "CloudKitRecords", "Curation", "Diagnostics", "FeedHealth", "Notation", "Syndication",
        "XML",
      ]),
    .target(
      name: "Scoring", dependencies: ["CSV", "Catalog", "CloudKitRecords", "Diagnostics", "JSON", "SystemCalls"]),
    // gateways: they conform to protocols of the jobs
    // What the HTTP client's members need comes from the packages it is made of.
    .target(
      name: "FeedFetching",
      dependencies: [
        "FeedHealth", "Notation", "SystemCalls",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]),
    .target(
      name: "ProbeHistory",
      dependencies: ["CloudKitRecords", "FeedHealth", grdb, .product(name: "GRDBSQLite", package: "GRDB.swift")]),
    // edge
    // What the commands of both programs share: reports and their formats, files, the configuration, the terminal.
    .target(
      name: "CommandLineTool",
      dependencies: [
        "AppModel", "CloudKitRecords", "ConfigurationFile", "Diagnostics", "JSON", "SchemaReview", "SystemCalls",
        "XML", argumentParser, .product(name: "Subprocess", package: "swift-subprocess"),
      ]),
    .target(
      name: "SchemaCommands",
      dependencies: [
        "AppModel", "CloudKitRecords", "CloudKitSchema", "CommandLineTool", "Diagnostics", "HTMLPage", "Notation",
        "SchemaReview", "SwiftSources", "SystemCalls", argumentParser,
      ]),
    .executableTarget(
      name: "CKDB",
      dependencies: [
        "CommandLineTool", "Diagnostics", "SchemaCommands", argumentParser,
      ], linkerSettings: [.unsafeFlags(withoutParserChecks, .when(platforms: [.linux], configuration: .debug))]),
    .executableTarget(
      name: "CelestraAdmin",
      dependencies: [
        "Articles", "AssetFiles", "CSV", "Catalog", "CloudKitEmulator", "CloudKitRecords", "CloudKitSchema",
        "CloudKitWebServices", "CloudKitWire", "CommandLineTool", "ConfigurationFile", "Copying", "Curation",
        "Diagnostics", "Discovery", "FeedFetching", "FeedHealth", "HTMLPage", "JSON", "Notation", "ProbeHistory",
        "SQLiteStore", "SchemaCommands", "SchemaReview", "Scoring", "Syndication", "SystemCalls", argumentParser,
      ], resources: initialFiles.map { .embedInCode("InitialFiles/\($0)") },
      linkerSettings: [.unsafeFlags(withoutParserChecks, .when(platforms: [.linux], configuration: .debug))]),

    .testTarget(name: "AssetFilesTests", dependencies: ["AssetFiles", "CloudKitRecords"]),
    .testTarget(
      name: "AppModelTests",
      dependencies: ["AppModel", "CloudKitSchema", "Diagnostics", "SwiftSources", "TestEnvironment"]),
    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"]),
    .testTarget(name: "NotationTests", dependencies: ["Notation"]),
    .testTarget(name: "CloudKitSchemaTests", dependencies: ["CloudKitSchema", "Diagnostics", "TestEnvironment"]),
    .testTarget(name: "ConfigurationFileTests", dependencies: ["ConfigurationFile", "Diagnostics"]),
    .testTarget(name: "JSONTests", dependencies: ["Diagnostics", "JSON", "TestEnvironment"]),
    .testTarget(
      name: "SchemaReviewTests",
      dependencies: ["CloudKitSchema", "Diagnostics", "SchemaReview", "TestEnvironment"],
      exclude: ["Fixtures"]),
    .testTarget(name: "CSVTests", dependencies: ["CSV", "Diagnostics", "TestEnvironment"]),
    .testTarget(name: "HTMLPageTests", dependencies: ["Diagnostics", "HTMLPage", crypto]),
    .testTarget(
      name: "OPMLTests", dependencies: ["Diagnostics", "OPML", "TestEnvironment", "XML"], exclude: ["Fixtures"]),
    .testTarget(name: "SyndicationTests", dependencies: ["Syndication", "TestEnvironment"], exclude: ["Fixtures"]),
    .testTarget(name: "CloudKitRecordsTests", dependencies: ["CloudKitRecords", "CloudKitSchema", "TestEnvironment"]),
    .testTarget(
      name: "CloudKitWireTests",
      dependencies: ["CloudKitRecords", "CloudKitSchema", "CloudKitWire", "JSON", "TestEnvironment"]),
    .testTarget(
      name: "CloudKitWebServicesTests",
      dependencies: [
        "CloudKitRecords", "CloudKitSchema", "CloudKitWebServices", "CloudKitWire", "Diagnostics", "JSON",
        "TestEnvironment",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .testTarget(
      name: "RecordStoreTests",
      dependencies: ["CloudKitRecords", "CloudKitSchema", "EmulatedDatabase", "SQLiteStore"]),
    .testTarget(
      name: "SQLiteStoreTests",
      dependencies: ["CloudKitRecords", "CloudKitSchema", "SQLiteStore", "SystemCalls", grdb]),
    .testTarget(
      name: "CatalogTests",
      dependencies: [
        "Catalog", "CloudKitRecords", "CloudKitSchema", "Diagnostics", "SchemaReview", "TestEnvironment",
      ]),
    .testTarget(
      name: "CopyingTests",
      dependencies: [
        "CloudKitRecords", "CloudKitSchema", "Copying", "Diagnostics", "SQLiteStore", "SchemaReview", "TestEnvironment",
      ]),
    .testTarget(
      name: "CurationTests",
      dependencies: [
        "Catalog", "CloudKitRecords", "CloudKitSchema", "Curation", "Diagnostics", "SQLiteStore", "TestEnvironment",
      ]),
    // Programs that tests start, the corpus beside the project, a random generator, CPU time.
    .target(
      name: "TestEnvironment", dependencies: ["CloudKitRecords", "CloudKitSchema", "SystemCalls"],
      path: "Tests/TestEnvironment", exclude: ["Answers"]),
    // A misbehaving web server for tests and benchmarks.
    .target(
      name: "EmulatedDatabase",
      dependencies: [
        "CloudKitEmulator", "CloudKitRecords", "CloudKitSchema", "CloudKitWebServices", "CloudKitWire", "SQLiteStore",
        crypto,
      ], path: "Tests/EmulatedDatabase"),
    .target(
      name: "FeedServer",
      dependencies: [
        crypto, .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ], path: "Tests/FeedServer"),
    .executableTarget(
      name: "celestra-bench",
      dependencies: [
        "CloudKitEmulator", "CloudKitRecords", "CloudKitSchema", "CloudKitWire", "Curation", "Diagnostics",
        "FeedServer", "SQLiteStore", "SystemCalls", crypto, .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ], path: "Tests/Benchmarks"),
    .testTarget(
      name: "FeedFetchingTests", dependencies: ["FeedFetching", "FeedHealth", "FeedServer", "TestEnvironment"]),
    .testTarget(
      name: "ProbeHistoryTests",
      dependencies: ["Catalog", "CloudKitRecords", "FeedHealth", "ProbeHistory", "TestEnvironment", grdb]),
    .testTarget(
      name: "FeedHealthTests",
      dependencies: [
        "Articles", "Catalog", "CloudKitRecords", "CloudKitSchema", "Diagnostics", "FeedHealth", "ProbeHistory",
        "SQLiteStore", "TestEnvironment",
      ]),
    .testTarget(
      name: "CloudKitEmulatorTests",
      dependencies: [
        "CloudKitEmulator", "CloudKitRecords", "CloudKitSchema", "CloudKitWire", "Diagnostics", "JSON", "SQLiteStore",
        "SystemCalls", "TestEnvironment", crypto,
      ]),
    .testTarget(
      name: "ArticlesTests",
      dependencies: [
        "Articles", "Catalog", "CloudKitRecords", "CloudKitSchema", "Curation", "Diagnostics", "FeedHealth",
        "SQLiteStore", "Syndication", "TestEnvironment",
      ]),
    .testTarget(
      name: "DiscoveryTests",
      dependencies: [
        "Catalog", "CloudKitRecords", "Curation", "Diagnostics", "Discovery", "FeedHealth", "Syndication",
        "TestEnvironment",
      ]),
    .testTarget(
      name: "ScoringTests",
      dependencies: [
        "Catalog", "CloudKitRecords", "CloudKitSchema", "Diagnostics", "SQLiteStore", "Scoring", "TestEnvironment",
      ]),
    .testTarget(
      name: "CelestraAdminTests",
      dependencies: [
        "AssetFiles", "CKDB", "Catalog", "CelestraAdmin", "CloudKitRecords", "CloudKitSchema", "CloudKitWebServices",
        "CommandLineTool", "ConfigurationFile", "Curation", "Diagnostics", "EmulatedDatabase", "FeedHealth",
        "FeedServer", "JSON", "ProbeHistory", "SQLiteStore", "SchemaCommands", "Syndication", "TestEnvironment", "XML",
        argumentParser, crypto, grdb,
      ], exclude: ["Fixtures", "Reference"]),
  ]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
  // In CI only: users build with other compilers, which may have other warnings.
  if Context.environment["CELESTRA_STRICT"] != nil { target.swiftSettings?.append(.treatAllWarnings(as: .error)) }
}
