// swift-tools-version: 6.2
import PackageDescription

// The target graph is the architecture: an arrow may only go down this list, and a third-party product enters one
// target. `.ci/imports` holds the imports against it.
let package = Package(
  name: "celestra-admin",
  platforms: [.macOS(.v15)],
  targets: [
    // base
    .target(name: "Diagnostics"),
    // formats
    .target(name: "CloudKitSchema", dependencies: ["Diagnostics"]),
    .target(name: "LocatedJSON", dependencies: ["Diagnostics"]),
    .target(name: "OPML", dependencies: ["Diagnostics"]),
    // records
    .target(name: "CloudKitRecords", dependencies: ["CloudKitSchema"]),
    // jobs
    .target(name: "Curation", dependencies: ["CloudKitRecords", "Diagnostics", "LocatedJSON", "OPML"]),

    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"]),
    .testTarget(name: "LocatedJSONTests", dependencies: ["LocatedJSON", "Diagnostics"]),
    .testTarget(name: "OPMLTests", dependencies: ["OPML", "Diagnostics"]),
    .testTarget(name: "CloudKitRecordsTests", dependencies: ["CloudKitRecords", "CloudKitSchema"]),
    .testTarget(name: "CurationTests", dependencies: ["Curation", "CloudKitRecords", "Diagnostics"]),
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
