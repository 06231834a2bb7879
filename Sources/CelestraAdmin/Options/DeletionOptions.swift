import ArgumentParser
import CloudKitRecords

/// The limit of the records that a command deletes.
struct DeletionOptions: ParsableArguments {
  /// The number of records of a type that an edit, and a copy, may always delete, unless `--max-delete` is less.
  private static let (few, fewOfCopy) = (10, 100)

  @Option(
    help: ArgumentHelp(
      "Maximum records of a type to delete: a number, or a percentage of the stored records. (default: 10%, "
        + "at least \(Self.few), or \(Self.fewOfCopy) of a copy)", valueName: "n|%", visibility: .hidden))
  var maxDelete: DeletionLimit.Amount?

  var limit: DeletionLimit { DeletionLimit(maxDelete, least: Self.few) }
  var limitOfCopy: DeletionLimit { DeletionLimit(maxDelete, least: Self.fewOfCopy) }
}

/// The limit of a command that deletes only articles that have expired, or that the user names.
struct ArticleDeletionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Maximum articles to delete: a number, or a percentage of the stored articles. (default: no limit)",
      valueName: "n|%", visibility: .hidden))
  var maxDelete: DeletionLimit.Amount?

  var limit: DeletionLimit? { maxDelete.map { DeletionLimit($0, least: 0) } }
}

extension DeletionLimit.Amount: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}
