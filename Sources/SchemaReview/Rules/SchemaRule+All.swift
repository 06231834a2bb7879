import CloudKitSchema

extension SchemaRule {
  /// Every rule, by id.
  package static let all: [SchemaRule] = (rules + syntax).sorted { $0.id < $1.id }

  private static let rules: [SchemaRule] = [
    .acceptedMatchesNothing,
    .acceptedUnknownRule,
    .assetIndex,
    .authenticatedWrite,
    .boolPrefix,
    .caseOnlyDuplicate,
    .conflictingField,
    .conflictingGrant,
    .createToCreator,
    .duplicateField,
    .duplicateGrant,
    .duplicateRecordType,
    .duplicateRole,
    .encryptedInPublic,
    .encryptedIndex,
    .encryptedType,
    .expiredAcceptance,
    .fieldNameCase,
    .fileTooLarge,
    .grantCommentMismatch,
    .indexBloat,
    .invalidUTF8,
    .jsonInString,
    .largeInlineBytes,
    .lowCardinalitySortable,
    .missingFieldDoc,
    .missingTypeDoc,
    .modtimeNotIndexed,
    .noGrants,
    .noReadGrant,
    .noRecordTypes,
    .numberType,
    .overlappingGrant,
    .pluralList,
    .recordidNotQueryable,
    .reservedPrefix,
    .searchableLargeText,
    .searchableType,
    .shadowSystemField,
    .sortableNotQueryable,
    .sortableType,
    .stringForeignKey,
    .suppressionWithoutReason,
    .systemFieldType,
    .timestampSuffix,
    .typeNameCase,
    .undefinedRole,
    .unknownRuleId,
    .unknownSystemField,
    .unusedRole,
    .unusedSuppression,
    .worldCreate,
    .worldWrite,
    .writeWithoutRead,
  ]

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  /// The rule of an id.
  package static func named(_ id: String) -> SchemaRule? { byID[id] }
}
