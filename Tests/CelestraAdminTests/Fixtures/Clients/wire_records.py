"""Writes generated records of any schema over the wire, or compares the records of two containers. Written from Apple's
"CloudKit Web Services Reference" alone: Modifying, Looking Up and Uploading Assets, Types and Dictionaries.

usage: wire_records.py BASE_URL KEY_ID PRIVATE_KEY write TYPES.json CONTAINER
       wire_records.py BASE_URL KEY_ID PRIVATE_KEY compare TYPES.json CONTAINER OTHER
"""
import base64
import datetime
import hashlib
import json
import random
import sys

import requests
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

base, key_id, key_file, action, types_file, *containers = sys.argv[1:]
with open(key_file, "rb") as file:
    key = serialization.load_pem_private_key(file.read(), password=None)
with open(types_file) as file:
    types = json.load(file)
session = requests.Session()
RECORDS = 12


def call(container, operation, body):
    path = f"/database/1/{container}/development/public/{operation}"
    data = json.dumps(body).encode()
    date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
    signature = key.sign(f"{date}:{digest}:{path}".encode(), ec.ECDSA(hashes.SHA256()))
    answer = session.post(base + path, data=data, timeout=60, headers={
        "X-Apple-CloudKit-Request-KeyID": key_id, "X-Apple-CloudKit-Request-ISO8601Date": date,
        "X-Apple-CloudKit-Request-SignatureV1": base64.b64encode(signature).decode()})
    return answer.json()


def names(record_type):
    return [f"{record_type['name']}-{index}" for index in range(RECORDS)]


def uploaded(container, record_type, name, field, content):
    """The dictionary of a file that was uploaded for a field; None where no one may upload."""
    answer = call(container, "assets/upload", {"tokens": [
        {"recordType": record_type, "recordName": name, "fieldName": field}]})
    if "tokens" not in answer:
        return None
    return session.post(answer["tokens"][0]["url"], data=content, timeout=60).json()["singleFile"]


def value(kind, made, upload):
    """A random value of a field type."""
    text = "".join(chr(made.choice([made.randint(32, 126), made.randint(0xA0, 0xD7FF), made.randint(0x1F300, 0x1F6FF)]))
                   for _ in range(made.randint(0, 30)))
    if kind == "STRING":
        return made.choice([text, "", "a\r\n\tb\"\\", "e\u0301", "0012", "=1+1", " \u2028 "])
    if kind == "INT64":
        return made.choice([0, -1, 2**63 - 1, -2**63, made.randint(-10**6, 10**6)])
    if kind in ("DOUBLE", "NUMBER"):
        return made.choice([0.5, -0.1, 1e300, 5e-324, made.uniform(-1, 1), 3.25])
    if kind == "TIMESTAMP":
        return made.choice([0, -1, 1795255200123, made.randint(-10**12, 2 * 10**12)])
    if kind == "BYTES":
        return base64.b64encode(made.randbytes(made.randint(0, 60))).decode()
    if kind == "REFERENCE":
        target = made.choice(types)
        return {"recordName": made.choice(names(target)), "action": "NONE"}
    if kind == "LOCATION":
        return {"latitude": made.uniform(-90, 90), "longitude": made.uniform(-180, 180), "altitude": made.uniform(0, 9e3)}
    return upload(made.randbytes(made.randint(1, 5000)))


def write(container):
    for record_type in types:
        made = random.Random(record_type["name"])
        operations = []
        for name in names(record_type):
            fields = {}
            for field in record_type["fields"]:
                if made.random() < 0.2:
                    continue

                def upload(content):
                    return uploaded(container, record_type["name"], name, field["name"], content)

                kind = field["type"]
                wire = {"ASSET": "ASSETID", "NUMBER": "DOUBLE"}.get(kind, kind)
                if field["list"]:
                    members = [value(kind, made, upload) for _ in range(made.randint(1, 4))]
                    if None not in members:
                        fields[field["name"]] = {"value": members, "type": wire + "_LIST"}
                elif (single := value(kind, made, upload)) is not None:
                    fields[field["name"]] = {"value": single, "type": wire}
            operations.append({"operationType": "create", "record": {
                "recordType": record_type["name"], "recordName": name, "fields": fields}})
        answer = call(container, "records/modify", {"operations": operations})
        if "records" not in answer:
            print("refused", record_type["name"], answer["reason"])
            continue
        refused = [item for item in answer["records"] if "serverErrorCode" in item]
        print("written", record_type["name"], RECORDS - len(refused), *[item["reason"] for item in refused[:1]])


def fields_of(record):
    """The values of a record, with the content of files."""
    fields = {}
    for name, field in record["fields"].items():
        found = field["value"]
        if "ASSETID" in field["type"]:
            several = field["type"].endswith("_LIST")
            found = [session.get(item["downloadURL"].replace("${f}", "x"), timeout=60).content
                     for item in (found if several else [found])]
        fields[name] = (field["type"], found)
    return fields


def compare(container, other):
    for record_type in types:
        wanted = {"records": [{"recordName": name} for name in names(record_type)]}
        first, second = [
            {item["recordName"]: item for item in call(place, "records/lookup", wanted)["records"] if "fields" in item}
            for place in (container, other)]
        lost = [name for name in first if name not in second]
        changed = []
        for name in first:
            if name not in second:
                continue
            before, after = fields_of(first[name]), fields_of(second[name])
            if first[name]["recordType"] != second[name]["recordType"]:
                changed.append(name)
            changed += [f"{name}.{field}" for field in sorted(set(before) | set(after))
                        if before.get(field) != after.get(field)]
        changed += [f"{name} is new" for name in second if name not in first]
        if lost or changed:
            print("differs", record_type["name"], f"{len(lost)} of {len(first)} lost;", *changed[:3])
        else:
            print("equal", record_type["name"], len(first))


write(*containers) if action == "write" else compare(*containers)
