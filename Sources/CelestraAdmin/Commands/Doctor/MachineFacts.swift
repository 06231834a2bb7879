import Catalog
import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Diagnostics
import FeedFetching
import Foundation
import SQLiteStore
import SystemCalls

/// The state of a machine and its configuration, as far as commands depend on it.
struct MachineFacts {
  /// A value, or the message of the error that prevents reading it.
  typealias Reading<Value> = Result<Value, CommandFailure>

  enum Container: Equatable {
    /// A file and its folder, with what the user may do with them; `nil` if one does not exist. SQLite keeps the
    /// `others` beside the file; they are listed if the user may not write them either. `target` is the folder's path:
    /// for a link, that of the file it leads to.
    case local(path: String, others: [String] = [], access: Access?, folder: Access?, target: String = ".")
    /// A file that is not a container, or a damaged one.
    case unusable(LocalContainerError)
    case cloud(id: String)
  }

  /// What the user may do with a file or folder.
  struct Access: Equatable {
    var isFolder = false
    var isReadable = true
    var isWritable = true

    /// Whether a file can be read and written.
    var isUsable: Bool { !isFolder && isReadable && isWritable }
  }

  /// A server, by its base URL.
  enum Server: Equatable {
    case notAsked(String)
    /// This machine's clock is ahead of the server's by the duration, if the server sent its time.
    case answers(String, clockSkew: Duration?)
    case fails(String, reason: String, isUntrusted: Bool = false)
  }

  /// A private key that can be used.
  struct Key: Equatable {
    /// The file of the key; `nil` for a key in a variable.
    let file: String?
    let isPrivate: Bool
  }

  /// The path of the configuration file; `nil` without one.
  var configuration: Reading<String?> = .success(nil)
  var schemaFile = EffectiveConfiguration.schema
  /// The number of the schema's record types, and whether the file of the schema exists. Without it, a local container
  /// keeps its own schema.
  var schema: Reading<(types: Int, isFile: Bool)> = .success((0, true))
  /// The layout of the schema's catalog, and the fields that `update` keeps between runs and the schema lacks, as
  /// `Type.field`; `nil` for a schema without a catalog.
  var marks: (layout: CatalogLayout, missing: [String])?
  var container: Reading<Container> = .success(.cloud(id: "iCloud.example"))
  /// The environment of the container; for a local one, the environment of iCloud containers.
  var environment: Reading<ContainerEnvironment> = .success(.development)
  /// The key; `nil` for a local container, which needs none.
  var key: Reading<Key>?
  /// Whether the run is about live schemas: what only a catalog needs, and is not set up, is not a failure.
  var isAboutSchemas = false
  /// The folder with the state of iCloud containers, and whether it can be created or written.
  var state = (folder: "", isWritable: true)
  /// The contact URL from the environment.
  var contact: String?
  /// The file or folder of trusted certificates; `nil` if none of the known paths exists.
  var certificates: String?
  var keepsCertificatesInFiles = true
  /// The server of iCloud containers.
  var server: Reading<Server> = .success(.notAsked(ContainerAddress.apple))
  /// Encodings of feeds that the system cannot convert.
  var missingEncodings: [String] = []
}

extension MachineFacts {
  /// Whether a key for an iCloud container is set, usable or not.
  var hasKey: Bool {
    switch key {
    case nil: false
    case .failure(let error): error.cause != .noKey
    case .success: true
    }
  }

  /// Whether an iCloud container can be opened: its name, schema, and key are there.
  var canOpenCloudContainer: Bool {
    guard case .success(.cloud) = container, case .success = schema, case .success = environment,
      case .success = key
    else { return false }
    return true
  }

  /// The encodings that are converted by the system and used by feeds.
  private static let encodings = ["SHIFT_JIS", "EUC-JP", "GB18030", "BIG5", "EUC-KR"]

  /// - Parameter isOffline: Whether to send nothing.
  init(_ options: ContainerOptions, isOffline: Bool) async {
    configuration = Self.reading { try options.configuration().file }
    container = Self.reading { try Self.container(options) }
    environment = Self.reading {
      try (try? options.name.environment) ?? CloudKitVariables.environment(options.connection.environment)
    }
    schemaFile = options.access.schemaFile ?? (try? options.configuration().schema.value) ?? schemaFile
    schema = Self.reading { (try options.schema().recordTypes.count, FileStatus(schemaFile) != nil) }
    if let schema = try? options.schema(), let layout = CatalogLayout(schema) {
      marks = (layout, layout.missingMarks(in: schema))
    }
    let file = options.access.privateKey ?? CloudKitVariables.value("CLOUDKIT_PRIVATE_KEY_PATH")
    if case .success(.cloud) = container { key = Self.reading { try Self.key(options, in: file) } }
    let folder = HistoryOptions.stateFolder.path
    state = (folder, Self.isWritable(folder))
    contact = CloudKitVariables.value(Program.contactVariable) ?? (try? options.configuration().contact)
    certificates = SystemCertificates.path
    keepsCertificatesInFiles = SystemCertificates.areFiles
    missingEncodings = Self.encodings.filter { TextConverter(from: $0) == nil }
    server = Self.reading { .notAsked(try options.access.credentials.address(of: "iCloud.example", .development).host) }
    if !isOffline, case .success(.notAsked(let host)) = server { server = .success(await Self.server(host)) }
  }

  private static func server(_ host: String) async -> Server {
    switch await ServerReachability.of(host, date: { Date() }) {
    case .answers(let skew): .answers(host, clockSkew: skew)
    case .fails(let reason, let isUntrusted): .fails(host, reason: reason, isUntrusted: isUntrusted)
    }
  }

  private static func reading<Value>(_ body: () throws -> Value) -> Reading<Value> {
    do { return .success(try body()) } catch {
      return .failure(error as? CommandFailure ?? CommandFailure("\(error)"))
    }
  }

  private static func container(_ options: ContainerOptions) throws -> Container {
    let container = try options.name
    let name = container.location
    if container.isCloud { return .cloud(id: name) }
    let folder = LocalContainer.folder(of: name)
    // SQLite keeps two files beside a container, which must be as accessible.
    let files = [name, "\(name)-wal", "\(name)-shm"].map { (path: $0, access: access($0)) }
    let unusable = files.filter { $0.access?.isUsable == false }
    if unusable.isEmpty, LocalContainer.exists(name) {
      do throws(LocalContainerError) { try LocalContainer.check(name) } catch { return .unusable(error) }
    }
    let file = unusable.first ?? files[0]
    // A folder below a file cannot be created.
    let parent = nearest(folder)
    let place = access(parent)?.isFolder == false ? parent : folder
    return .local(
      path: file.path, others: unusable.dropFirst().map(\.path), access: file.access, folder: access(place),
      target: place)
  }

  private static func key(_ options: ContainerOptions, in path: String?) throws -> Key {
    // Reading a key that others can read prints a warning; the result of the check says the same.
    if let path, KeyFile.isReadableByOthers(path) { return Key(file: path, isPrivate: false) }
    _ = try options.access.credentials.key()
    let id = options.access.keyId ?? CloudKitVariables.value("CLOUDKIT_KEY_ID") ?? ""
    // Other servers give keys other IDs. Source: Apple's keys have 64 hexadecimal digits (MistKit, KeyIDValidator).
    if CloudKitVariables.value("CLOUDKIT_BASE_URL") == nil, id.utf8.count != 64 || !id.allSatisfy(\.isHexDigit) {
      throw CommandFailure("invalid key id: CloudKit Console shows 64 hexadecimal digits for a key", .invalidKeyID)
    }
    return Key(file: path, isPrivate: true)
  }

  private static func access(_ path: String) -> Access? {
    guard let status = FileStatus(path) else { return nil }
    let files = FileManager.default
    return Access(
      isFolder: status.isFolder, isReadable: files.isReadableFile(atPath: path),
      isWritable: files.isWritableFile(atPath: path))
  }

  /// Whether a folder is writable, or can be created in its nearest existing parent.
  private static func isWritable(_ folder: String) -> Bool {
    access(nearest(folder)).map { $0.isFolder && $0.isWritable } ?? false
  }

  /// Returns the folder, or what exists nearest above it.
  private static func nearest(_ folder: String) -> String {
    if FileStatus(folder) != nil { return folder }
    var folder = URL(fileURLWithPath: folder)
    while folder.path != "/", FileStatus(folder.path) == nil { folder = folder.deletingLastPathComponent() }
    return folder.path
  }
}
