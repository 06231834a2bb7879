"""Creates, reads, updates, queries and deletes records of CloudKit's public database, written from Apple's "CloudKit Web
Services Reference" alone: Composing Web Service Requests, Modifying, Looking Up and Querying Records, Uploading Assets.

usage: python_client.py BASE_URL CONTAINER KEY_ID PRIVATE_KEY
"""
import base64
import datetime
import hashlib
import json
import sys

import requests
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

base, container, key_id, key_file = sys.argv[1:]
with open(key_file, "rb") as file:
    key = serialization.load_pem_private_key(file.read(), password=None)
session = requests.Session()


def call(operation, body, environment="development"):
    """The status and the object a request is answered with."""
    path = f"/database/1/{container}/{environment}/public/{operation}"
    data = json.dumps(body).encode()
    date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
    signature = key.sign(f"{date}:{digest}:{path}".encode(), ec.ECDSA(hashes.SHA256()))
    answer = session.post(base + path, data=data, timeout=60, headers={
        "X-Apple-CloudKit-Request-KeyID": key_id,
        "X-Apple-CloudKit-Request-ISO8601Date": date,
        "X-Apple-CloudKit-Request-SignatureV1": base64.b64encode(signature).decode(),
    })
    return answer.status_code, answer.json()


def modify(*operations):
    """The items a change is answered with, one for each operation."""
    status, answer = call("records/modify", {"operations": [
        {"operationType": kind, "record": record} for kind, record in operations]})
    assert status == 200, answer
    return answer["records"]


names = [f"python-{index}" for index in range(5)]
created = modify(*[("create", {"recordType": "FeedCategory", "recordName": name, "fields": {
    "name": {"value": f"Category {name[-1]}"}, "slug": {"value": name}, "sortOrder": {"value": int(name[-1])},
    "parentCategory": {"value": {"recordName": "python-0", "action": "NONE"}}}}) for name in names])
print("created:", *[item["recordName"] for item in created])
assert all(item["fields"]["slug"]["type"] == "STRING" for item in created)
assert created[1]["fields"]["parentCategory"]["value"]["recordName"] == "python-0"

status, found = call("records/lookup", {"records": [{"recordName": name} for name in names + ["nobody"]]})
print("read:", status, *[item.get("serverErrorCode", item.get("recordType")) for item in found["records"]])

first, second = created[0], created[1]
changed = modify(
    ("update", {"recordName": first["recordName"], "recordType": "FeedCategory",
                "recordChangeTag": first["recordChangeTag"], "fields": {"icon": {"value": "star"}}}),
    ("update", {"recordName": second["recordName"], "recordType": "FeedCategory", "recordChangeTag": "stale",
                "fields": {"icon": {"value": "star"}}}))
print("updated:", changed[0]["fields"]["icon"]["value"], changed[1]["serverErrorCode"])
assert changed[0]["fields"]["slug"]["value"] == "python-0"

pages, marker = [], None
while True:
    query = {"query": {"recordType": "FeedCategory", "sortBy": [{"fieldName": "sortOrder", "ascending": False}],
                       "filterBy": [{"comparator": "IN", "fieldName": "slug",
                                     "fieldValue": {"value": names, "type": "STRING_LIST"}}]},
             "resultsLimit": 2}
    if marker:
        query["continuationMarker"] = marker
    status, answer = call("records/query", query)
    assert status == 200, answer
    pages.append([item["recordName"] for item in answer["records"]])
    marker = answer.get("continuationMarker")
    if not marker:
        break
print("found:", pages)

status, answer = call("records/query", {"query": {"recordType": "FeedCategory", "filterBy": [
    {"comparator": "EQUALS", "fieldName": "icon", "fieldValue": {"value": "star"}}]}})
print("refused:", status, answer["serverErrorCode"], answer["reason"])

deleted = modify(*[("forceDelete", {"recordName": name}) for name in names])
print("deleted:", sum(item["deleted"] for item in deleted))
