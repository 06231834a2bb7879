// swift-tools-version: 6.2
import PackageDescription

// The target graph is the architecture: an arrow may only go down this list, and a third-party product enters one
// target. `.ci/imports` holds the imports against it.
let package = Package(
  name: "celestra-admin",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2")
  ],
  targets: [
    // base
    .target(name: "Diagnostics"),
    // formats
    .target(name: "CloudKitSchema", dependencies: ["Diagnostics"]),
    // records
    .target(name: "CloudKitRecords", dependencies: ["CloudKitSchema"]),
    // domain
    .target(
      name: "Catalog",
      dependencies: ["CloudKitRecords", "CloudKitSchema", .product(name: "Crypto", package: "swift-crypto")]),
    // jobs
    .target(name: "FeedHealth", dependencies: ["Catalog", "CloudKitRecords"]),
    .target(name: "Scoring", dependencies: ["Catalog", "CloudKitRecords"]),

    .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"]),
    .testTarget(name: "CloudKitRecordsTests", dependencies: ["CloudKitRecords", "CloudKitSchema"]),
    .testTarget(name: "CatalogTests", dependencies: ["Catalog", "CloudKitRecords", "CloudKitSchema"]),
    .testTarget(name: "FeedHealthTests", dependencies: ["FeedHealth", "Catalog", "CloudKitRecords"]),
    .testTarget(name: "ScoringTests", dependencies: ["Scoring", "Catalog", "CloudKitRecords"]),
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
