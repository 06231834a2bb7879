import CloudKitWebServices
import Diagnostics
import Foundation
import SQLiteStore

/// The checks of a machine and its configuration. Each failure names what does not work, and the command that fixes it.
extension MachineFacts {
  /// The results of all checks.
  var checkedItems: [CheckedItem] {
    let all = [
      configurationItem, schemaItem, containerItem, environmentItem, keyItem, stateItem, contactItem,
      certificatesItem, networkItem, clockItem, encodingsItem,
    ]
    // Mistakes in the configuration also prevent what depends on it.
    return all.compactMap(\.self).enumerated().filter { $0 == 0 || $1.text != all[0]?.text }.map(\.element)
  }

  private var configurationItem: CheckedItem {
    switch configuration {
    case .success(let file?): CheckedItem("configuration", .works, "\(file) is valid")
    case .success(nil): CheckedItem("configuration", .works, "no configuration file; the defaults apply")
    case .failure(let error):
      CheckedItem(
        "configuration", .fails, DisplayText.lines(error.description),
        configurationAdvice(error.description))
    }
  }

  private func configurationAdvice(_ message: String) -> String {
    if message.contains("permission denied") {
      return "chmod u+r \(message.dropFirst("cannot read ".count).components(separatedBy: ": permission")[0].shellWord)"
    }
    return message.hasPrefix("cannot read ")
      ? "pass --config FILE" : "fix the file; 'celestra-admin schema config' checks it"
  }

  private var schemaItem: CheckedItem {
    switch schema {
    case .success(let (types, isFile)):
      CheckedItem(
        "schema", .works, "\(isFile ? schemaFile : "the container") declares \(types.of("record type"))")
    case .failure(let error):
      if let copyCommand, Self.isMissing(error.description) {
        CheckedItem("schema", .fails, "there is no \(schemaFile) in this folder", copyCommand)
      } else {
        CheckedItem("schema", .fails, error.description, schemaAdvice(error.description))
      }
    }
  }

  private static func isMissing(_ message: String) -> Bool {
    message.contains("no such file") || message.contains("does not exist")
  }

  private func schemaAdvice(_ message: String) -> String {
    if Self.isMissing(message) || message.contains("is a directory") {
      return "run the command in the folder with schema/celestra.ckdb, or pass --schema FILE"
    }
    if message.contains("permission denied") { return "chmod u+r \(schemaFile.shellWord)" }
    return message.hasPrefix("cannot read ")
      ? "pass --schema FILE" : "celestra-admin schema validate \(schemaFile.shellWord)"
  }

  private var containerItem: CheckedItem {
    switch container {
    case .failure(let error):
      CheckedItem(
        "container", .fails, error.description, "pass --container FILE, or export CLOUDKIT_CONTAINER_ID=iCloud.ID")
    case .success(.unusable(let error)):
      CheckedItem("container", .fails, error.description, Self.advice(for: error))
    case .success(.cloud(let id)):
      CheckedItem(
        "container", .unknown, "\(id) is an iCloud container", "celestra-admin container check --container \(id)")
    case .success(.local(let path, _, let access?, _, _)) where access.isFolder:
      CheckedItem("container", .fails, "\(path) is a folder", "pass --container FILE")
    case .success(.local(let path, _, _, nil, let folder)):
      CheckedItem(
        "container", .fails, "\(path) cannot be created: the folder \(folder) does not exist",
        "mkdir -p \(folder.shellWord)")
    case .success(.local(let path, _, nil, let folder?, let target)) where !folder.isFolder:
      CheckedItem("container", .fails, "\(path) cannot be created: \(target) is not a folder", "pass --container FILE")
    case .success(.local(let path, _, let access, let folder?, _)) where !folder.isWritable:
      CheckedItem(
        "container", .fails, "the folder of \(path) cannot be written",
        access == nil
          ? "run the command in a folder of your own, or pass --container FILE"
          : "copy it to a folder of your own, and pass --container FILE")
    case .success(.local(let path, let others, let access?, _, _)) where !access.isUsable:
      CheckedItem(
        "container", .fails, "\(path) cannot be \(access.isReadable ? "written" : "read")",
        "chmod u+rw \(([path] + others).map(\.shellWord).joined(separator: " "))")
    case .success(.local(let path, _, let access, _, _)):
      CheckedItem("container", .works, access == nil ? "\(path) can be created" : "\(path) can be written")
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
  private var environmentItem: CheckedItem? {
    switch environment {
    case .success(let environment) where key != nil: CheckedItem("environment", .works, environment.rawValue)
    case .success: nil
    case .failure(let error):
      CheckedItem("environment", .fails, error.description, "export CLOUDKIT_ENVIRONMENT=development")
    }
  }

  private var keyItem: CheckedItem? {
    switch key {
    case nil: nil
    case .failure(let error):
      CheckedItem("key", .fails, error.description, keyAdvice(error.description))
    case .success(let key):
      if let file = key.file, !key.isPrivate {
        CheckedItem("key", .fails, "other users can read \(file)", "chmod 600 \(file.shellWord)")
      } else {
        CheckedItem("key", .works, "\(key.file ?? "CLOUDKIT_PRIVATE_KEY") is a private key that only you can read")
      }
    }
  }

  private func keyAdvice(_ message: String) -> String {
    if let keyFile, message.contains("permission denied") { return "chmod 600 \(keyFile.shellWord)" }
    if message.hasPrefix("invalid key id") { return "export CLOUDKIT_KEY_ID=ID, or pass --key-id ID" }
    let file = "CLOUDKIT_PRIVATE_KEY_PATH=FILE"
    return message.contains("server-to-server key")
      ? "export CLOUDKIT_KEY_ID=ID \(file)" : "export \(file), or pass --private-key FILE"
  }

  /// Only iCloud containers keep their history in this folder.
  private var stateItem: CheckedItem? {
    guard key != nil else { return nil }
    return state.isWritable
      ? CheckedItem("state", .works, "\(state.folder) can be written")
      : CheckedItem(
        "state", .fails, "'health probe' cannot write \(state.folder)", "export XDG_STATE_HOME=FOLDER")
  }

  private var contactItem: CheckedItem {
    let name = FetchOptions.contactVariable
    let advice = "export \(name)=https://example.com/about-our-fetcher"
    guard let contact else {
      return CheckedItem("contact", .fails, "\(name) is not set; 'health probe' requires it or --contact URL", advice)
    }
    guard FetchOptions.isAddress(contact), FetchOptions.fitsHeader(contact) else {
      return CheckedItem("contact", .fails, "\(name) is not an http, https, or mailto address", advice)
    }
    return CheckedItem("contact", .works, "\(name) is set")
  }

  private var certificatesItem: CheckedItem? {
    guard keepsCertificatesInFiles else { return nil }
    return certificates.map { CheckedItem("certificates", .works, "\($0) has the certificates to trust") }
      ?? CheckedItem(
        "certificates", .fails, "this machine has no certificates to trust, so every https request fails",
        "apt-get install ca-certificates, or the package of that name in other distributions")
  }

  private var networkItem: CheckedItem {
    switch server {
    case .failure(let error): CheckedItem("network", .fails, error.description, "unset CLOUDKIT_BASE_URL")
    case .success(.notAsked(let host)): CheckedItem("network", .unknown, "\(host) was not asked (--offline)")
    case .success(.answers(let host, _)): CheckedItem("network", .works, "\(host) answers")
    case .success(.fails(let host, _))
    where keepsCertificatesInFiles && certificates == nil && host.hasPrefix("https:"):
      CheckedItem("network", .unknown, "\(host) cannot be asked without certificates")
    case .success(.fails(let host, let reason)) where reason.contains("certificate"):
      CheckedItem(
        "network", .fails, "\(host) cannot be used: \(DisplayText.line(reason))",
        "add the authority's certificate to those that this machine trusts, or unset CLOUDKIT_BASE_URL")
    case .success(.fails(let host, let reason)):
      CheckedItem(
        "network", .fails, "\(host) does not answer: \(DisplayText.line(reason))",
        host == ContainerAddress.apple
          ? "connect this machine to the network, and allow https to \(host)"
          : "start the server, or unset CLOUDKIT_BASE_URL")
    }
  }

  private var clockItem: CheckedItem {
    guard case .success(.answers(let host, let skew?)) = server else {
      return CheckedItem("clock", .unknown, "there is no server's time to compare with")
    }
    let seconds = Int((skew / .seconds(1)).rounded())
    if abs(seconds) < 120 { return CheckedItem("clock", .works, "this machine's clock agrees with the server's") }
    // Signatures are valid for 10 minutes before and after their date.
    return CheckedItem(
      "clock", .fails,
      "this machine's clock is \(abs(seconds)) s \(seconds > 0 ? "ahead of" : "behind") the clock of \(host)",
      "sudo timedatectl set-ntp true, or on macOS: sudo sntp -sS time.apple.com")
  }

  private var encodingsItem: CheckedItem {
    missingEncodings.isEmpty
      ? CheckedItem("encodings", .works, "feeds in Japanese, Chinese, and Korean encodings can be read")
      : CheckedItem(
        "encodings", .fails, "feeds in \(missingEncodings.joined(separator: ", ")) cannot be read",
        "install the converters of the C library, such as with dnf install glibc-gconv-extra")
  }
}
