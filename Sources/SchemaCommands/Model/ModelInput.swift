import AppModel
import ArgumentParser
import CommandLineTool
import Diagnostics
import Foundation
import SwiftSources
import SystemCalls

/// The models that arguments name: `.xcdatamodeld` and `.xcdatamodel` folders, Swift files, and folders with both.
enum ModelInput {
  static let forms = "an .xcdatamodeld folder, Swift files, or a folder with both"

  /// - Throws: `CommandFailure` if a model cannot be found, read, or chosen.
  static func read(_ arguments: [String], _ choice: ModelChoice) throws -> ModelReading {
    let paths = try arguments.flatMap(paths)
    var reading = ModelReading()
    do {
      try reading.add(paths.filter(isModel).map(bundle), choice)
    } catch let failure as ModelChoiceFailure { throw CommandFailure(failure.description) }
    let sources = paths.filter { !isModel($0) }
    if !sources.isEmpty { reading.add(AppSources(try sources.map { SwiftFile(try InputFile.read($0)) }), choice) }
    guard !reading.written.recordTypes.isEmpty || !reading.diagnostics.isEmpty else {
      let names = arguments.joined(separator: ", ")
      throw CommandFailure("found nothing in \(names) that CloudKit stores: no entity, no @Model class, no CKRecord")
    }
    return reading
  }

  /// Whether an argument names a model or sources rather than a schema.
  static func isNamed(by argument: String) -> Bool {
    let path = argument.hasSuffix("/") ? String(argument.dropLast()) : argument
    return isModel(path) || path.hasSuffix(".swift") || FileStatus(argument)?.isFolder == true
  }

  /// Folders with the code of other people.
  static let skipped: Set<String> = ["Carthage", "DerivedData", "Pods", "build", "node_modules"]

  /// Returns the models and Swift files that an argument names.
  private static func paths(_ argument: String) throws -> [String] {
    let path = argument.count > 1 && argument.hasSuffix("/") ? String(argument.dropLast()) : argument
    guard let status = FileStatus(path) else {
      throw CommandFailure("cannot read \(path): no such file or folder", .noFile)
    }
    if isModel(path) || path.hasSuffix(".swift") { return [path] }
    guard status.isFolder else { throw CommandFailure("cannot read \(path): it is not a model; pass \(forms)") }
    let found = try files(in: path)
    guard !found.isEmpty else { throw CommandFailure("cannot read \(path): the folder has no model and no Swift file") }
    return found
  }

  /// Returns the models and Swift files in a folder and below, without those of tests. Does not follow links.
  private static func files(in folder: String) throws -> [String] {
    try contents(of: folder).flatMap { name -> [String] in
      // Code review services know paths without `./`.
      let path = folder == "." ? name : "\(folder)/\(name)"
      guard !name.hasPrefix("."), !name.hasSuffix("Tests"), !skipped.contains(name) else { return [] }
      if isModel(path) { return [path] }
      guard FileStatus(path)?.isFolder == true else { return name.hasSuffix(".swift") ? [path] : [] }
      let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
      return isLink ? [] : try files(in: path)
    }
  }

  private static func isModel(_ path: String) -> Bool {
    path.hasSuffix(".xcdatamodeld") || path.hasSuffix(".xcdatamodel")
  }

  private static func bundle(_ path: String) throws -> ModelBundle {
    guard path.hasSuffix(".xcdatamodeld") else {
      return ModelBundle(name: path, contents: [try version(path)], currentVersion: nil)
    }
    let names = try contents(of: path)
    let versions = names.filter { $0.hasSuffix(".xcdatamodel") }
    guard !versions.isEmpty else {
      let hint =
        names.contains { $0.lowercased() == "contents" } ? ": 'contents' belongs in an .xcdatamodel folder" : ""
      throw CommandFailure("cannot read \(path): it has no version, which is an .xcdatamodel folder\(hint)")
    }
    let current = names.contains(".xccurrentversion") ? try InputFile.read("\(path)/.xccurrentversion") : nil
    return ModelBundle(
      name: path, contents: try versions.map { try version("\(path)/\($0)") }, currentVersion: current)
  }

  private static func version(_ path: String) throws -> SourceText {
    let names = try contents(of: path)
    guard names.contains("contents") else {
      let hint =
        names.contains("elements") ? "it is in the binary form of Xcode 3; open it in Xcode and save it" : "it is empty"
      throw CommandFailure("cannot read \(path): it has no file 'contents': \(hint)")
    }
    return try InputFile.read("\(path)/contents")
  }

  private static func contents(of folder: String) throws -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } catch {
      throw CommandFailure("cannot read the folder \(folder): check its permissions")
    }
  }
}

/// Which versions and configurations of a model count.
struct ModelOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp("Include every version of the model: shipped apps of each keep writing.", visibility: .hidden))
  var allVersions = false

  @Option(
    help: ArgumentHelp("Version of the model. (default: the current one)", valueName: "name", visibility: .hidden))
  var modelVersion: String?

  @Option(
    help: ArgumentHelp(
      "Mirrored configuration of the model. Repeatable. (default: those marked for CloudKit, otherwise all entities)",
      valueName: "name"))
  var configuration: [String] = []

  func validate() throws {
    if allVersions, modelVersion != nil { throw ValidationError("pass either --all-versions or --model-version") }
  }

  var choice: ModelChoice {
    var choice = ModelChoice()
    choice.allVersions = allVersions
    choice.version = modelVersion
    choice.configurations = configuration
    return choice
  }
}
