package import Diagnostics

/// Rules about what an app writes and the schema that must have it.
extension Rule {
  /// Sorted by id.
  package static let ofParity: [Rule] = [
    .conflictingFieldTypes, .differentEncryption, .differentFieldType, .missingAssetField, .missingField,
    .missingFileField, .missingPublicIndex, .missingRecordType, .missingSharing, .modelNotMirrored, .onlyInSchema,
    .unverifiedField,
  ].sorted { $0.id < $1.id }

  static let conflictingFieldTypes = ofApp(
    .parity, "conflicting-field-types", .error, .documented, "two declarations write one field with different types",
    why: "A field has one type for ever, so that saving a record of the second declaration fails.",
    remedy: "Rename one of the attributes.",
    bad: .parity(
      .note(
        #"<attribute name="x" optional="YES" attributeType="String"/>"#,
        more: """
            <entity name="Memo" parentEntity="Note">
              <attribute name="x" optional="YES" attributeType="Date"/>
            </entity>
          """), .noteSchema("CD_x STRING,", "CD_x_ckAsset ASSET,")),
    good: .parity(.note(), .noteSchema()))

  static let differentEncryption = ofApp(
    .parity, "different-encryption", .error, .documented, "a field is encrypted on one side only",
    why: "Saving a record fails, and the store stops. Encryption cannot change once the field is in production.",
    remedy: "Encrypt as production does, or add a field under another name.",
    bad: .parity(
      .note(#"<attribute name="x" optional="YES" attributeType="Date" allowsCloudEncryption="YES"/>"#),
      .noteSchema("CD_x TIMESTAMP,")),
    good: .parity(
      .note(#"<attribute name="x" optional="YES" attributeType="Date" allowsCloudEncryption="YES"/>"#),
      .noteSchema("CD_x ENCRYPTED TIMESTAMP,")))

  static let differentFieldType = ofApp(
    .parity, "different-field-type", .error, .documented, "a field has another type than the app writes",
    why: "Saving a record fails, and the store stops. A field in production keeps its type.",
    remedy: "Write the type that production has, or add a field under another name.",
    bad: .parity(
      .note(#"<attribute name="x" optional="YES" attributeType="Date"/>"#), .noteSchema("CD_x STRING,")),
    good: .parity(
      .note(#"<attribute name="x" optional="YES" attributeType="Date"/>"#), .noteSchema("CD_x TIMESTAMP,")))

  static let missingAssetField = ofApp(
    .parity, "missing-asset-field", .warning, .documented,
    "a value that makes a record larger than 700,000 bytes cannot be saved",
    why: """
      Core Data moves a value that is too large for its record to the field with the suffix '_ckAsset'. In development \
      the field appears with the first such value, or when the schema is initialized.
      """,
    remedy: "Add the fields to the development schema, and deploy it; the command 'model' prints those of models.",
    bad: .parity(
      .note(#"<attribute name="x" optional="YES" attributeType="String"/>"#), .noteSchema("CD_x STRING,")),
    good: .parity(
      .note(#"<attribute name="x" optional="YES" attributeType="String"/>"#),
      .noteSchema("CD_x STRING,", "CD_x_ckAsset ASSET,")))

  static let missingField = ofApp(
    .parity, "missing-field", .error, .documented, "a field that the app writes is not in the schema",
    why: """
      The first record with a value cannot be saved, and Core Data then stops synchronizing the whole store. In \
      development fields appear with their first value, so that tests do not show it.
      """,
    remedy: "Add the field to the development schema, and deploy it; the command 'model' prints those of models.",
    bad: .parity(.note(#"<attribute name="x" optional="YES" attributeType="Date"/>"#), .noteSchema()),
    good: .parity(
      .note(#"<attribute name="x" optional="YES" attributeType="Date"/>"#), .noteSchema("CD_x TIMESTAMP,")))

  static let missingFileField = ofApp(
    .parity, "missing-file-field", .error, .documented, "large data cannot be saved",
    why: "The model stores large data as files, and Core Data sends them as assets in the field with this suffix.",
    remedy: "Add the fields to the development schema, and deploy it; the command 'model' prints those of models.",
    bad: .parity(
      .note(#"<attribute name="x" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>"#),
      .noteSchema("CD_x BYTES,")),
    good: .parity(
      .note(#"<attribute name="x" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>"#),
      .noteSchema("CD_x BYTES,", "CD_x_ckAsset ASSET,")))

  static let missingPublicIndex = ofApp(
    .parity, "missing-public-index", .error, .documented, "a mirrored public database lacks an index",
    why: "Core Data queries the public database by record ID and modification time. Only --public checks it.",
    remedy: "Add the index to the schema, and deploy it.",
    bad: .parity(.note(), .noteSchema("\"___recordID\" REFERENCE QUERYABLE,")),
    good: .parity(
      .note(),
      .noteSchema("\"___modTime\" TIMESTAMP QUERYABLE SORTABLE,", "\"___recordID\" REFERENCE QUERYABLE,")))

  static let missingRecordType = ofApp(
    .parity, "missing-record-type", .error, .documented, "a record type that the app writes is not in the schema",
    why: "No record can be saved. Core Data then stops synchronizing the whole store.",
    remedy: "Add the record type to the development schema, and deploy it; the command 'model' prints those of models.",
    bad: .parity(.note(more: "  <entity name=\"Tag\"/>"), .noteSchema()), good: .parity(.note(), .noteSchema()))

  static let missingSharing = ofApp(
    .parity, "missing-sharing", .info, .documented, "sharing fails",
    why: """
      Core Data writes the fields when it moves a record to a shared zone, and the system writes 'cloudkit.share'. \
      Nothing else needs them. With --sharing, the finding is an error.
      """,
    remedy: "If the app shares records, add and deploy the fields that the command 'model' prints with --sharing.",
    bad: .parity(.note(), .coreData("CD_Note", "CD_entityName STRING,")), good: .parity(.note(), .noteSchema()))

  static let modelNotMirrored = ofApp(
    .parity, "model-not-mirrored", .error, .documented, "the schema has no record type of the model",
    why: "Nothing that the model describes can be saved. An app that writes its own records does not need it.",
    remedy: "Deploy the schema of the model, or do not compare a model that the app does not mirror.",
    bad: .parity(.note(), .coreData("Journal", "title STRING,")), good: .parity(.note(), .noteSchema()))

  static let onlyInSchema = ofApp(
    .parity, "only-in-schema", .info, .documented, "the model does not write a record type or a field of the schema",
    why: "Older versions of the app, another model, or the app itself may write it. Production keeps it in any case.",
    remedy: "Nothing, unless the app should write it.", bad: .parity(.note(), .noteSchema("CD_old STRING,")),
    good: .parity(.note(), .noteSchema()))

  static let unverifiedField = ofApp(
    .parity, "unverified-field", .info, .assumed, "a record type or a field may be missing or have another type",
    why: "The code, the documents, and known exports do not show for certain what the app needs here.",
    remedy: "Save a record with a value in development, and compare the schema there.",
    bad: .parity(.note(#"<attribute name="x" optional="YES" attributeType="Composite"/>"#), .noteSchema()),
    good: .parity(
      .note(#"<attribute name="x" optional="YES" attributeType="Composite"/>"#), .noteSchema("CD_x BYTES,")))
}
