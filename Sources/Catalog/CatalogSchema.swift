/// The schema that a container is created with where the current folder has none, such as beside a list in git. It is
/// `schema/celestra.ckdb`.
package enum CatalogSchema {
  package static let text = #"""
    // The whole CloudKit container of Celestra: the catalog in its public database, and the types that the app keeps in
    // each user's private database. A schema import replaces every record type of a container, private ones included, so a
    // file without them would remove them.
    //
    // QUERYABLE serves equality and membership, SORTABLE order and ranges, SEARCHABLE words; a field filtered by range also
    // carries QUERYABLE. CloudKit has no unique and no compound index: the tool keeps what has to be unique. Booleans are
    // INT64 0 or 1. References use the action NONE. The queries the indexes serve are listed in queries.json.
    //
    // Nobody but Admin may WRITE what all users read: WRITE to "_icloud" would let every signed-in user edit the catalog.

    DEFINE SCHEMA

        // The curators and the jobs; who holds it is set per environment in CloudKit Console.
        CREATE ROLE Admin;

        // A topic feeds are filed under; categories may nest.
        RECORD TYPE FeedCategory (
            "___recordID"  REFERENCE QUERYABLE,       // The slug.
            name           STRING QUERYABLE SORTABLE, // Display name, "Technology".
            slug           STRING QUERYABLE,          // Identifier for addresses and seed files: a-z, 0-9 and "-".
            icon           STRING,                    // Name of an SF Symbol, "laptopcomputer".
            color          STRING,                    // Colour as #RRGGBB, "#007AFF".
            sortOrder      INT64 SORTABLE,            // Place in the list, lowest first.
            parentCategory REFERENCE QUERYABLE,       // The FeedCategory above; absent at the top.
            description    STRING,                    // One sentence on what belongs here.

            GRANT READ TO "_world",
            GRANT READ, CREATE, WRITE TO Admin
        );

        // A feed anyone can discover.
        RECORD TYPE PublicFeed (
            "___recordID"   REFERENCE QUERYABLE,                  // UUID made from the feed's URL.
            feedURL         STRING QUERYABLE,                     // Canonical URL of the RSS, Atom or JSON feed; unique.
            title           STRING QUERYABLE SEARCHABLE SORTABLE, // Display name.
            subtitle        STRING,                               // Description or tagline, one sentence.
            siteURL         STRING,                               // Home page.
            imageURL        STRING,                               // Logo or icon.
            category        REFERENCE QUERYABLE,                  // The primary FeedCategory.
            language        STRING QUERYABLE,                     // ISO 639-1 code, "en".
            tags            LIST<STRING> QUERYABLE,               // Lower-case keywords, without repeats.

            isFeatured      INT64 QUERYABLE,                      // 1 where the editors feature it.
            isVerified      INT64 QUERYABLE,                      // 1 where the source is verified or trusted.
            isActive        INT64 QUERYABLE,                      // 0 where it is no longer fetched; absent means 1.
            qualityScore    DOUBLE SORTABLE,                      // Quality, a whole number from 0 to 100.
            subscriberCount INT64 SORTABLE,                       // Published number of subscribers, 0 or more.
            addedAt         TIMESTAMP SORTABLE,                   // When the feed joined the catalog.
            lastVerified    TIMESTAMP SORTABLE,                   // When a fetch last succeeded.
            updateFrequency INT64 SORTABLE,                       // Hours between two entries, the median.

            GRANT READ TO "_world",
            GRANT READ, CREATE, WRITE TO Admin
        );

        // Numbers and health of one feed, kept by the jobs.
        RECORD TYPE FeedMetadata (
            "___recordID"          REFERENCE QUERYABLE,          // UUID made from the feed's record name.
            feedReference          REFERENCE QUERYABLE,          // The PublicFeed it belongs to; unique.
            subscriberCount        INT64 SORTABLE,               // Published number of subscribers, 0 or more.
            subscriberPeriod       STRING,                       // Period that count was published in, "2026-11-21".
            averageRating          DOUBLE SORTABLE,              // Mean rating by users, 0.0 to 5.0.
            ratingCount            INT64,                        // Number of ratings, 0 or more.
            averageArticlesPerWeek DOUBLE,                       // Entries a week, 0.0 or more.

            healthStatus           STRING QUERYABLE,             // "healthy", "degraded" or "down"; absent until fetched.
            uptimePercentage       DOUBLE SORTABLE,              // Percent of fetches that succeeded in the last 30 days.
            lastHealthCheck        TIMESTAMP SORTABLE,           // When the health was last assessed.
            lastFetchSuccess       TIMESTAMP SORTABLE,           // When a fetch last succeeded.
            lastFetchFailure       TIMESTAMP,                    // When a fetch last failed.
            lastAttempted          TIMESTAMP QUERYABLE SORTABLE, // When a fetch was last tried.
            totalAttempts          INT64,                        // Fetches ever tried, 0 or more.
            successfulAttempts     INT64,                        // Fetches that succeeded, 0 to totalAttempts.
            failureCount           INT64,                        // Failures since the last success, 0 or more.
            lastFailureReason      STRING,                       // Why the last fetch failed; absent after a success.

            etag                   STRING,                       // ETag of the last answer, for the next request.
            lastModified           STRING,                       // Last-Modified of the last answer, for the next request.
            minUpdateInterval      INT64,                        // Seconds the publisher asks to leave between fetches.
            articlesDigest         STRING,                       // Digest of the document whose articles are stored.
            articlesValidator      STRING,                       // Digest of that document's ETag and Last-Modified.
            articlesReadAt         TIMESTAMP,                    // When a document was last compared with the articles.

            GRANT READ TO "_world",
            GRANT READ, CREATE, WRITE TO Admin
        );

        // An ordered bundle of feeds with an editor.
        RECORD TYPE FeedCollection (
            "___recordID"    REFERENCE QUERYABLE,       // UUID made from the collection's slug.
            title            STRING QUERYABLE SORTABLE, // Display name.
            description      STRING,                    // What the collection is for.
            coverImageURL    STRING,                    // Cover picture.
            curatorName      STRING,                    // Who made it.
            feeds            LIST<REFERENCE>,           // The PublicFeed records, in the editor's order.
            tags             LIST<STRING> QUERYABLE,    // Lower-case keywords, without repeats.

            isFeatured       INT64 QUERYABLE,           // 1 where it stands on the discovery page.
            subscriberCount  INT64 SORTABLE,            // Published number of users who imported it, 0 or more.
            subscriberPeriod STRING,                    // Period that count was published in, "2026-11-21".
            createdAt        TIMESTAMP SORTABLE,        // When it was made.
            updatedAt        TIMESTAMP SORTABLE,        // When it was last changed by an editor.

            GRANT READ TO "_world",
            GRANT READ, CREATE, WRITE TO Admin
        );

        // An entry of a feed, fetched once for all readers; jobs and signed-in readers add them, for 30 to 90 days.
        RECORD TYPE PublicArticle (
            "___recordID"        REFERENCE QUERYABLE,                  // Made from the entry's content or guid.
            feedReference        REFERENCE QUERYABLE,                  // The PublicFeed it came from.
            guid                 STRING QUERYABLE,                     // The feed's own identifier; unique in the feed.
            url                  STRING QUERYABLE,                     // Permanent link.
            contentHash          STRING QUERYABLE,                     // SHA-256 of the content in hex, to find repeats.

            title                STRING QUERYABLE SEARCHABLE SORTABLE, // Headline.
            excerpt              STRING,                               // Summary as plain text.
            content              STRING,                               // Full HTML, less than 1 MB.
            contentText          STRING SEARCHABLE,                    // Plain text of content, for search.
            author               STRING,                               // Name of the author.
            imageURL             STRING,                               // Featured picture.
            language             STRING QUERYABLE,                     // ISO 639-1 code, "en".
            tags                 LIST<STRING> QUERYABLE,               // The feed's categories of the entry.
            wordCount            INT64,                                // Words of contentText, 0 or more.
            estimatedReadingTime INT64,                                // Minutes at 200 words a minute, 1 or more.

            publishedDate        TIMESTAMP QUERYABLE SORTABLE,         // When it was published.
            fetchedAt            TIMESTAMP SORTABLE,                   // When it joined the catalog.
            expiresAt            TIMESTAMP QUERYABLE SORTABLE,         // When it may be deleted.

            GRANT WRITE TO "_creator",
            GRANT CREATE TO "_icloud",
            GRANT READ TO "_world",
            GRANT READ, CREATE, WRITE TO Admin
        );

        // One reader's subscription to one feed, for counting only.
        // CloudKit shows a record's creator to whoever may read it: never grant READ to "_world".
        RECORD TYPE FeedSubscription (
            "___recordID"  REFERENCE QUERYABLE,       // SHA-256 in hex of feedRecordName-userRecordName.
            "___createdBy" REFERENCE QUERYABLE,       // Without READ for "_world" CloudKit filters each query by it.
            feedRecordName STRING QUERYABLE SORTABLE, // Record name of the PublicFeed.

            GRANT READ, WRITE TO "_creator",
            GRANT CREATE TO "_icloud",
            GRANT READ TO Admin
        );

        // The types below are those of each user's private database, which ignores grants. They stand here because a schema
        // import replaces all types. No grant lets anyone create their records in the public database; Admin may read it, so
        // that jobs that walk all types find them empty. The app syncs them by zone changes, which need no index. They name
        // records of the public database as strings: a REFERENCE cannot leave its database. Production never removes a field,
        // so they have only the fields that the app's architecture names; more can be added at any time.

        // Private: an article that the user has read. The article itself stays in the public database.
        RECORD TYPE UserReadState (
            "___recordID"     REFERENCE QUERYABLE, // Record name of the article, so that devices share one state.
            "___createdBy"    REFERENCE QUERYABLE, // Without READ for "_world" CloudKit filters each query by it.
            articleRecordName STRING,              // Record name of the PublicArticle.
            readAt            TIMESTAMP,           // When the user read it.

            GRANT READ TO Admin
        );

        // Private: an article that the user has starred.
        RECORD TYPE UserStarred (
            "___recordID"     REFERENCE QUERYABLE, // Record name of the article, so that devices share one star.
            "___createdBy"    REFERENCE QUERYABLE, // Without READ for "_world" CloudKit filters each query by it.
            articleRecordName STRING,              // Record name of the PublicArticle.
            isStarred         INT64,               // 1 where it is starred, 0 where the star was removed.

            GRANT READ TO Admin
        );

        // Private: a feed on the user's list. A subscription never reaches the public database under the user's name.
        RECORD TYPE UserSubscription (
            "___recordID"  REFERENCE QUERYABLE, // Any unique name.
            "___createdBy" REFERENCE QUERYABLE, // Without READ for "_world" CloudKit filters each query by it.
            feedRecordName STRING,              // Record name of the PublicFeed; absent for a feed outside the catalog.
            feedURL        STRING,              // URL of the feed.

            GRANT READ TO Admin
        );

        // Private: one setting of the app, so that two devices can change different settings at the same time.
        RECORD TYPE UserPreferences (
            "___recordID"  REFERENCE QUERYABLE, // The setting's name.
            "___createdBy" REFERENCE QUERYABLE, // Without READ for "_world" CloudKit filters each query by it.
            name           STRING,              // The setting's name.
            value          STRING,              // The setting's value as text.

            GRANT READ TO Admin
        );

    """#
}
