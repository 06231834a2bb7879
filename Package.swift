// swift-tools-version: 6.2
import PackageDescription

// The target graph is the architecture: an arrow may only go down this list, and a third-party product enters one
// target. `.ci/imports` holds the imports against it.
let package = Package(
  name: "celestra-admin",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")
  ],
  targets: [
    // base
    .target(name: "Diagnostics"),
    // formats
    .target(name: "CloudKitSchema", dependencies: ["Diagnostics"]),
    // records
    .target(name: "CloudKitRecords", dependencies: ["CloudKitSchema"]),
    // stores
    .target(
      name: "SQLiteStore",
      dependencies: [
        "CloudKitRecords", "CloudKitSchema", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),

    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"]),
    .testTarget(name: "CloudKitRecordsTests", dependencies: ["CloudKitRecords", "CloudKitSchema"]),
    .testTarget(name: "RecordStoreTests", dependencies: ["CloudKitRecords", "CloudKitSchema", "SQLiteStore"]),
    .testTarget(
      name: "SQLiteStoreTests",
      dependencies: [
        "CloudKitRecords", "CloudKitSchema", "SQLiteStore", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
