import Catalog
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Diagnostics
import Foundation
import SQLiteStore

/// The checks of a machine and its configuration. Each failure names what does not work, and the command that fixes it.
extension MachineFacts {
  var checks: [Check] {
    let all = [
      configurationItem, schemaItem, marksItem, containerItem, environmentItem, keyItem, stateItem, contactItem,
      certificatesItem, networkItem, clockItem, encodingsItem,
    ]
    return all.compactMap(\.self)
  }

  /// The state of a part of a catalog that is not set up.
  private var stateOfMissing: Check.State { isAboutSchemas ? .unknown : .fails }

  private var configurationItem: Check {
    switch configuration {
    case .success(let file?): Check("configuration", .works, "\(file) is valid")
    case .success(nil): Check("configuration", .works, "no configuration file; the defaults apply")
    case .failure(let error):
      Check("configuration", .fails, DisplayText.lines(error.description), configurationAdvice(error))
    }
  }

  private func configurationAdvice(_ error: CommandFailure) -> String {
    switch error.cause {
    case .permissionDenied(let path): "chmod u+r \(path.shellWord)"
    case .noFile, .isFolder, .unreadable: "pass --config FILE"
    default: "fix the file; 'celestra-admin config' checks it"
    }
  }

  /// Whether an error is that of another fact, such as of the configuration, which has a check of its own.
  private func isError<Value>(_ error: CommandFailure, of fact: Reading<Value>) -> Bool {
    if case .failure(error) = fact { true } else { false }
  }

  private var isCloud: Bool { if case .success(.cloud) = container { true } else { false } }

  private var schemaItem: Check? {
    switch schema {
    case .success(let (types, isFile)):
      Check("schema", .works, "\(isFile ? schemaFile : "the container") declares \(types.of("record type"))")
    case .failure(let error) where isError(error, of: configuration) || isError(error, of: container): nil
    case .failure(let error):
      if !isCloud, schemaFile == EffectiveConfiguration.schema, error.cause == .noFile {
        Check("schema", stateOfMissing, "there is no \(schemaFile) in this folder", "celestra-admin init")
      } else {
        Check(
          "schema", error.cause == .noFile ? stateOfMissing : .fails, error.description, schemaAdvice(error))
      }
    }
  }

  /// The commands that add the missing fields: a file is migrated, an iCloud container is deployed. The schema of an
  /// earlier version has to get them first if it is the usual file.
  private var marksItem: Check? {
    guard let marks, !marks.missing.isEmpty else { return nil }
    let released = marks.layout == .publicCatalog ? "schema/celestra.ckdb" : "schema/celestrakit.ckdb"
    let origin = marks.layout == .publicCatalog ? ", which 'celestra-admin init' writes into an empty folder" : ""
    let advice =
      if schemaFile.hasSuffix(released) {
        "copy them into \(schemaFile.shellWord) from the \(released) of this version\(origin); then "
          + (isCloud ? "deploy it" : "celestra-admin update")
      } else {
        isCloud
          ? "celestra-admin schema plan \(schemaFile.shellWord) \(released)"
          : "celestra-admin update --schema \(released)"
      }
    return Check(
      "articles", .fails,
      "the schema lacks \(marks.missing.joined(separator: ", ")): 'update' works without them, but reads and compares "
        + "all documents in each run", advice)
  }

  private func schemaAdvice(_ error: CommandFailure) -> String {
    switch error.cause {
    case .noFile, .isFolder: "pass --schema FILE"
    case .permissionDenied(let path): "chmod u+r \(path.shellWord)"
    case .unreadable: "pass --schema FILE"
    default: "celestra-admin schema validate \(schemaFile.shellWord)"
    }
  }

  private var containerItem: Check? {
    switch container {
    case .failure(let error) where isError(error, of: configuration): nil
    case .failure(let error):
      Check(
        "container", .fails, error.description, "pass --container FILE, or export CLOUDKIT_CONTAINER_ID=iCloud.ID")
    case .success(.unusable(let error)):
      Check("container", .fails, error.description, Self.advice(for: error))
    case .success(.cloud) where canOpenCloudContainer: nil
    case .success(.cloud(let id)):
      Check("container", .unknown, "\(id) is an iCloud container, which requires a key and a schema to be checked")
    case .success(.local(let path, _, let access?, _, _)) where access.isFolder:
      Check("container", .fails, "\(path) is a folder", "pass --container FILE")
    case .success(.local(let path, _, _, nil, let folder)):
      Check(
        "container", .fails, "\(path) cannot be created: the folder \(folder) does not exist",
        "mkdir -p \(folder.shellWord)")
    case .success(.local(let path, _, nil, let folder?, let target)) where !folder.isFolder:
      Check("container", .fails, "\(path) cannot be created: \(target) is not a folder", "pass --container FILE")
    case .success(.local(let path, _, let access, let folder?, _)) where !folder.isWritable:
      Check(
        "container", .fails, "the folder of \(path) cannot be written",
        access == nil
          ? "run the command in a folder of your own, or pass --container FILE"
          : "copy it to a folder of your own, and pass --container FILE")
    case .success(.local(let path, let others, let access?, _, _)) where !access.isUsable:
      Check(
        "container", .fails, "\(path) cannot be \(access.isReadable ? "written" : "read")",
        "chmod u+rw \(([path] + others).map(\.shellWord).joined(separator: " "))")
    case .success(.local(let path, _, let access, _, _)):
      Check("container", .works, access == nil ? "\(path) can be created" : "\(path) can be written")
    }
  }

  private static func advice(for error: LocalContainerError) -> String {
    switch error.cause {
    case .damaged: "celestra-admin container restore BACKUP --to NEW-FILE"
    case .locked: "wait until the other program ends"
    default: "pass --container FILE"
    }
  }

  /// A wrong environment matters to every command that may use an iCloud container.
  private var environmentItem: Check? {
    switch environment {
    case .success(let environment) where key != nil: Check("environment", .works, environment.rawValue)
    case .success: nil
    case .failure(let error):
      Check("environment", .fails, error.description, "export CLOUDKIT_ENVIRONMENT=development")
    }
  }

  private var keyItem: Check? {
    switch key {
    case nil: nil
    case .failure(let error):
      Check("key", error.cause == .noKey ? stateOfMissing : .fails, error.description, keyAdvice(error))
    case .success(let key):
      if let file = key.file, !key.isPrivate {
        Check("key", .fails, "other users can read \(file)", "chmod 600 \(file.shellWord)")
      } else {
        Check("key", .works, "\(key.file ?? "CLOUDKIT_PRIVATE_KEY") is a private key that only you can read")
      }
    }
  }

  private func keyAdvice(_ error: CommandFailure) -> String {
    let file = "CLOUDKIT_PRIVATE_KEY_PATH=FILE"
    return switch error.cause {
    case .permissionDenied(let path): "chmod 600 \(path.shellWord)"
    case .invalidKeyID: "export CLOUDKIT_KEY_ID=ID, or pass --key-id ID"
    case .noKey: "export CLOUDKIT_KEY_ID=ID \(file)"
    default: "export \(file), or pass --private-key FILE"
    }
  }

  /// Only iCloud containers keep their history in this folder.
  private var stateItem: Check? {
    guard key != nil else { return nil }
    return state.isWritable
      ? Check("state", .works, "\(state.folder) can be written")
      : Check(
        "state", .fails, "'update --no-articles' cannot write \(state.folder)", "export XDG_STATE_HOME=FOLDER")
  }

  private var contactItem: Check {
    let advice =
      "write 'contact: https://example.com/about-our-fetcher' into \(Program.celestraAdmin.configurationFile)"
    guard let contact else {
      return Check("contact", stateOfMissing, "no contact is set; 'update' requires it", advice)
    }
    guard FetchOptions.isAddress(contact), FetchOptions.fitsHeader(contact) else {
      return Check("contact", .fails, "the contact is not an http, https, or mailto address", advice)
    }
    return Check("contact", .works, "the contact is set")
  }

  private var certificatesItem: Check? {
    guard keepsCertificatesInFiles else { return nil }
    return certificates.map { Check("certificates", .works, "\($0) has the certificates to trust") }
      ?? Check(
        "certificates", .fails, "this machine has no certificates to trust, so every https request fails",
        "apt-get install ca-certificates, or the package of that name in other distributions")
  }

  private var networkItem: Check {
    switch server {
    case .failure(let error): Check("network", .fails, error.description, "unset CLOUDKIT_BASE_URL")
    case .success(.notAsked(let host)): Check("network", .unknown, "\(host) was not asked (--offline)")
    case .success(.answers(let host, _)): Check("network", .works, "\(host) answers")
    case .success(.fails(let host, _, _))
    where keepsCertificatesInFiles && certificates == nil && host.hasPrefix("https:"):
      Check("network", .unknown, "\(host) cannot be asked without certificates")
    case .success(.fails(let host, let reason, isUntrusted: true)):
      Check(
        "network", .fails, "\(host) cannot be used: \(DisplayText.line(reason))",
        "add the authority's certificate to those that this machine trusts, or unset CLOUDKIT_BASE_URL")
    case .success(.fails(let host, let reason, _)):
      Check(
        "network", .fails, "\(host) does not answer: \(DisplayText.line(reason))",
        host == ContainerAddress.apple
          ? "connect this machine to the network, and allow https to \(host)"
          : "start the server, or unset CLOUDKIT_BASE_URL")
    }
  }

  private var clockItem: Check {
    guard case .success(.answers(let host, let skew?)) = server else {
      return Check("clock", .unknown, "the server sent no time to compare with")
    }
    let seconds = Int((skew / .seconds(1)).rounded())
    if abs(seconds) < 120 { return Check("clock", .works, "this machine's clock agrees with the server's") }
    // Signatures are valid for 10 minutes before and after their date.
    return Check(
      "clock", .fails,
      "this machine's clock is \(abs(seconds)) s \(seconds > 0 ? "ahead of" : "behind") the clock of \(host)",
      "sudo timedatectl set-ntp true, or on macOS: sudo sntp -sS time.apple.com")
  }

  private var encodingsItem: Check {
    missingEncodings.isEmpty
      ? Check("encodings", .works, "feeds in Japanese, Chinese, and Korean encodings can be read")
      : Check(
        "encodings", .fails, "feeds in \(missingEncodings.joined(separator: ", ")) cannot be read",
        "install the converters of the C library, such as with dnf install glibc-gconv-extra")
  }
}
