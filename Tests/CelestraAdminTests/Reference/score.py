#!/usr/bin/env python3
"""The quality scores of a container, computed a second time: from the rows by SQL and floating point, nothing of Swift.

Usage: score.py CONTAINER AS_OF_MILLISECONDS celestra|celestra-1|balanced
Prints a line `record name <TAB> score <TAB> confidence` for every feed. Written from the formulas as they are documented.
"""
import math
import sqlite3
import sys
from decimal import ROUND_FLOOR, Decimal

DAY = 86_400_000
LIMIT = 10**10


def has_title(title, url):
    """Whether a title is more than a placeholder: it is neither blank nor a URL."""
    key = url.split("://", 1)[-1].removeprefix("www.").removesuffix("/")
    return bool(title.strip()) and not title.startswith(("http://", "https://", "feed:")) and title not in (url, key)


def median(values):
    values = sorted(values)
    half = len(values) // 2
    return values[half] if len(values) % 2 else (values[half - 1] + values[half]) / 2


def count(value):
    return None if value is None else max(0, min(LIMIT, int(value)))


def within(value, low, high):
    return value if value is not None and low <= value <= high else None


def rhythm(dates, now):
    """Median gap in hours and consistency of at least five gaps in 180 days."""
    moments = sorted({d for d in dates if now - 180 * DAY < d <= now})
    gaps = [(b - a) / 3_600_000 for a, b in zip(moments, moments[1:])]
    if len(gaps) < 5:
        return None
    middle = median(gaps)
    return middle, max(0.0, 1 - median([abs(g - middle) for g in gaps]) / middle)


def wilson(share, n, z=1.96):
    return ((share + z * z / (2 * n) - z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)))
            / (1 + z * z / n))


class Feed:
    def __init__(self, row, dates):
        self.name = row["name"]
        self.attempts, self.successes = count(row["attempts"]), count(row["successes"])
        if self.attempts is not None and self.successes is not None:
            self.successes = min(self.successes, self.attempts)
        self.failures = count(row["failures"]) or 0
        self.subscribers = count(row["subscribers"])
        self.verified, self.featured = row["verified"] == 1, row["featured"] == 1
        self.active = row["active"] is None or row["active"] == 1
        self.uptime = within(row["uptime"], 0, 100)
        self.gap = within(row["gap"], 1 / 3600, 1_000_000)
        self.weekly = within(row["weekly"], 0, 1_000_000)
        votes, rating = count(row["votes"]) or 0, within(row["rating"], 0, 5)
        self.rating = (rating, votes) if rating is not None and votes > 0 else None
        there = [has_title(row["title"], row["url"]), (row["subtitle"] or "").strip(),
                 (row["site"] or "").strip(), (row["image"] or "").strip(), (row["language"] or "").strip(),
                 row["category"], row["tags"] not in (None, "[]")]
        self.complete = sum(1 for part in there if part) / len(there)
        self.dates = dates

    def fetched(self):
        return bool(self.attempts) and self.successes is not None

    def outage(self):
        return 0.85 ** self.failures


def freshness(feed, now, beat, past):
    gap = feed.gap if feed.gap is not None else beat[0] if beat else None
    if not past or gap is None:
        return None
    age = (now - max(past)) / 3_600_000
    return 1 if age <= gap else 2 ** (-(age - gap) / max(14 * 24, 2 * gap))


def cap(feed):
    return min([100] + [20] * (not feed.active) + [20] * bool(feed.attempts and feed.successes == 0)
               + [40] * (feed.failures >= 5) + [60] * (feed.failures >= 3))


def celestra2(feed, now, catalog):
    past = [d for d in feed.dates if now - 730 * DAY < d <= now]
    beat = rhythm(feed.dates, now)
    regular = beat[1] if beat else None
    if regular is None and feed.weekly is not None and feed.gap is not None:
        ratio = feed.weekly * feed.gap / 168
        regular = min(ratio, 1 / ratio) if ratio else 0
    return [
        (30, (feed.successes + 1) / (feed.attempts + 2) * feed.outage() if feed.fetched() else None),
        (20, None if feed.subscribers is None else min(1, 0.3 * math.log10(max(1, feed.subscribers)))),
        (15, regular), (15, freshness(feed, now, beat, past)), (10, feed.complete), (10, 1 if feed.verified else 0),
    ], cap(feed)


def celestra1(feed, now, catalog):
    beat = rhythm(feed.dates, now)
    return [
        (40, (feed.successes + 1) / (feed.attempts + 2) * feed.outage() if feed.fetched() else None),
        (30, None if feed.subscribers is None else min(1, 0.3 * math.log10(max(1, feed.subscribers)))),
        (20, beat[1] if beat else None),
        (10, 1 if feed.verified else 0),
    ], 100


def balanced(feed, now, catalog):
    dates = [d for d in feed.dates if now - 730 * DAY < d]
    past = [d for d in dates if d <= now]
    beat = rhythm(dates, now)
    fresh = freshness(feed, now, beat, past)
    weekly = feed.weekly
    if weekly is None and dates:
        weekly = sum(1 for d in past if now - 90 * DAY < d) * 7 / 90
    if weekly is None and feed.gap is not None:
        weekly = 168 / feed.gap
    active = None
    if weekly is not None:
        active = 0 if weekly == 0 else (
            min(1, math.log(1 + weekly * 30 / 7) / math.log(5)) * min(1, max(0.3, 140 / weekly)))
    popular = None
    if feed.subscribers and catalog["s95"]:
        popular = min(1, math.log(1 + feed.subscribers) / math.log(1 + catalog["s95"]))
    rating = None
    if feed.rating and catalog["mean"] is not None:
        mean, votes = feed.rating
        rating = (votes * mean + 10 * catalog["mean"]) / (votes + 10) / 5
    proven = None
    if feed.fetched():
        share = feed.uptime / 100 if feed.uptime is not None else feed.successes / feed.attempts
        proven = max(0, wilson(share, feed.attempts)) * feed.outage()
    return [
        (30, proven), (15, fresh), (10, active), (15, popular), (10, rating),
        (10, 0.5 if not feed.verified else 1.0 if feed.featured else 0.8), (10, feed.complete),
    ], cap(feed)


def score(parts, limit):
    points = sum(weight * (0.5 if value is None else value) for weight, value in parts)
    half_up = int((Decimal(f"{points:.9f}") + Decimal("0.5")).to_integral_value(ROUND_FLOOR))
    return min(limit, max(0, min(100, half_up))), sum(weight for weight, value in parts if value is not None)


PUBLIC = """
SELECT f.___recordID AS name, f.title, f.feedURL AS url, f.subtitle, f.siteURL AS site, f.imageURL AS image,
  f.language, f.category, f.tags, f.isVerified AS verified, f.isFeatured AS featured, f.isActive AS active,
  f.subscriberCount AS subscribers, f.updateFrequency AS gap, m.totalAttempts AS attempts,
  m.successfulAttempts AS successes, m.failureCount AS failures, m.uptimePercentage AS uptime,
  m.averageArticlesPerWeek AS weekly, m.averageRating AS rating, m.ratingCount AS votes
FROM PublicFeed AS f LEFT JOIN FeedMetadata AS m ON m.feedReference = f.___recordID"""
KIT = """
SELECT ___recordID AS name, title, feedURL AS url, description AS subtitle, siteURL AS site, imageURL AS image, language,
  category, tags, isVerified AS verified, isFeatured AS featured, isActive AS active, subscriberCount AS subscribers,
  updateFrequency / 3600 AS gap, totalAttempts AS attempts, successfulAttempts AS successes, failureCount AS failures,
  NULL AS uptime, NULL AS weekly, NULL AS rating, NULL AS votes
FROM Feed"""


def main():
    path, now, methodology = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    database.row_factory = sqlite3.Row
    public = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'PublicFeed'").fetchone()
    dates = {}
    articles = ("SELECT feedReference, publishedDate FROM PublicArticle" if public
                else "SELECT feedRecordName, publishedTimestamp FROM Article")
    for feed, date in database.execute(articles):
        if date is not None:
            dates.setdefault(feed, []).append(date)
    table = "PublicFeed" if public else "Feed"
    counts = sorted(min(LIMIT, row[0]) for row in
                    database.execute(f"SELECT subscriberCount FROM {table} WHERE subscriberCount >= 1"))
    means = [row[0] for row in database.execute(
        "SELECT averageRating FROM FeedMetadata WHERE averageRating > 0 AND averageRating <= 5")] if public else []
    catalog = {"s95": counts[max(1, math.ceil(0.95 * len(counts))) - 1] if counts else None,
                 "mean": math.fsum(means) / len(means) if means else None}
    formula = {"celestra": celestra2, "celestra-1": celestra1, "balanced": balanced}[methodology]
    for row in database.execute(PUBLIC if public else KIT):
        total, confidence = score(*formula(Feed(row, dates.get(row["name"], [])), now, catalog))
        print(f"{row['name']}\t{total}\t{confidence}")


main()
