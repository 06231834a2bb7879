package import CloudKitSchema
import Diagnostics

/// The databases of the record types of a file.
package struct DatabaseMap: Sendable {
  /// The database of a record type, and why.
  package struct Entry: Hashable, Sendable {
    package let database: Database
    /// The sign in the file that the database is inferred from; `nil` if the project declares the database.
    package let sign: String?

    package var isDeclared: Bool { sign == nil }
  }

  private let entries: [RecordType.Name: Entry]

  /// A comment of a record type decides, then a pattern and the default of the settings, and then what the file shows.
  package init(_ file: SchemaFile, _ settings: DatabaseSettings) {
    let comments = DatabaseComment.all(in: file)
    // Where other types have grants, a type without grants may lack them by mistake.
    let hasGrants = file.recordTypes.contains { !$0.grants.isEmpty && !RecordType.isSystem(file.name($0.name)) }
    var entries: [RecordType.Name: Entry] = [:]
    for (index, type) in file.recordTypes.enumerated() {
      let name = file.name(type.name)
      guard !RecordType.isSystem(name) else { continue }
      let comment = comments.last { $0.recordType == index && $0.database != nil }?.database
      if let declared = comment ?? settings.database(matching: name) ?? settings.standard {
        entries[name] = Entry(database: declared, sign: nil)
      } else if let sign = file.signOfPrivateDatabases(type, whereOthersHaveGrants: hasGrants) {
        entries[name] = Entry(database: .private, sign: sign)
      }
    }
    self.entries = entries
  }

  /// The database of a record type; `nil` if it is unknown.
  package subscript(type: RecordType.Name) -> Entry? { entries[type] }

  package func isPrivate(_ type: RecordType.Name) -> Bool { entries[type]?.database == .private }

  /// Whether the project declares that a record type is used in private databases only.
  package func isDeclaredPrivate(_ type: RecordType.Name) -> Bool {
    entries[type].map { $0.database == .private && $0.isDeclared } ?? false
  }

  /// The record types in private databases by the sign that they are inferred from, sorted.
  package var inferred: [(sign: String, recordTypes: [RecordType.Name])] {
    Dictionary(grouping: entries.filter { !$0.value.isDeclared }) { $0.value.sign ?? "" }
      .map { ($0.key, $0.value.map(\.key).sorted()) }.sorted { $0.0 < $1.0 }
  }
}

extension DatabaseMap.Entry: CustomStringConvertible {
  /// The database, and the sign for it: `private, inferred from encrypted fields`.
  package var description: String { database.rawValue + (sign.map { ", inferred from \($0)" } ?? "") }
}

extension SchemaFile {
  /// Returns what shows that the records of a type are in private databases; `nil` without a safe sign.
  fileprivate func signOfPrivateDatabases(
    _ type: RecordTypeDeclaration, whereOthersHaveGrants: Bool
  ) -> String? {
    let name = name(type.name)
    if name.hasPrefix("CD_") || name == "CDMR" { return "the names of Core Data" }
    if fields[type.fields].contains(where: { $0.type?.isEncrypted == true }) { return "encrypted fields" }
    return type.grants.isEmpty && !whereOthersHaveGrants ? "no grants" : nil
  }
}
