/// Every construct of the schema language in one file.
package enum WholeLanguage {
  package static let text = """
    /* before the header */ DEFINE SCHEMA -- as Apple writes it
    // roles
    CREATE ROLE moderator;

    // A feed.
    RECORD TYPE Feed ( // its fields
      "___recordID" REFERENCE QUERYABLE,
      type STRING SORTABLE QUERYABLE, // a keyword as a name
      location LOCATION, asset ASSET, read INT64, to DOUBLE, record BYTES,
      "sortable" TIMESTAMP,
      tags LIST < STRING > SEARCHABLE,
      secrets LIST<ENCRYPTED BYTES>, secret ENCRYPTED STRING,
      n NUMBER, m NUMBER PREFERRED AS DOUBLE,
      GRANT READ, CREATE TO "_world",
      GRANT WRITE TO moderator, GRANT WRITE TO "_world"
    );
    RECORD TYPE "cloudkit.share" ("cloudkit.title" STRING);
    RECORD TYPE Empty ();
    """
}
