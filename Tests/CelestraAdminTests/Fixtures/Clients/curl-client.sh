#!/bin/sh
# Creates, reads, queries and deletes a record of CloudKit's public database with curl and openssl, written from Apple's
# "CloudKit Web Services Reference" alone: Composing Web Service Requests, Creating and Using a Server-to-Server Key.
#
# usage: client.sh BASE_URL CONTAINER KEY_ID PRIVATE_KEY
set -eu
base=$1 container=$2 key_id=$3 private_key=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# request OPERATION BODY: signs and sends; prints the answer.
request() {
  path="/database/1/$container/development/public/$1"
  date=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  printf '%s' "$2" > "$work/body"
  hash=$(openssl dgst -sha256 -binary "$work/body" | openssl base64 -A)
  signature=$(printf '%s' "$date:$hash:$path" | openssl dgst -sha256 -sign "$private_key" | openssl base64 -A)
  curl -sS -X POST --data-binary "@$work/body" -H 'Content-Type: text/plain' \
    -H "X-Apple-CloudKit-Request-KeyID: $key_id" -H "X-Apple-CloudKit-Request-ISO8601Date: $date" \
    -H "X-Apple-CloudKit-Request-SignatureV1: $signature" "$base$path"
  echo
}

# member NAME: the text of the first member of that name.
member() { sed -n "s/.*\"$1\" *: *\"\([^\"]*\)\".*/\1/p" | head -n 1; }

created=$(request records/modify '{"operations":[{"operationType":"create","record":{"recordType":"FeedCategory",
  "recordName":"from-curl","fields":{"name":{"value":"From curl"},"slug":{"value":"from-curl"}}}}]}')
echo "created: $(echo "$created" | member recordName)"
tag=$(echo "$created" | sed -n 's/.*"recordChangeTag" *: *"\([^"]*\)".*/\1/p')

read=$(request records/lookup '{"records":[{"recordName":"from-curl"}]}')
echo "read: $(echo "$read" | sed -n 's/.*"name" *: *{ *"value" *: *"\([^"]*\)".*/\1/p')"

updated=$(request records/modify '{"operations":[{"operationType":"update","record":{"recordName":"from-curl",
  "recordType":"FeedCategory","recordChangeTag":"'"$tag"'","fields":{"name":{"value":"Changed by curl"}}}}]}')
tag=$(echo "$updated" | sed -n 's/.*"recordChangeTag" *: *"\([^"]*\)".*/\1/p')
echo "updated: $(echo "$updated" | sed -n 's/.*"name" *: *{ *"value" *: *"\([^"]*\)".*/\1/p')"

found=$(request records/query '{"query":{"recordType":"FeedCategory","filterBy":[{"comparator":"EQUALS",
  "fieldName":"slug","fieldValue":{"value":"from-curl","type":"STRING"}}]}}')
echo "found: $(echo "$found" | member recordName)"

deleted=$(request records/modify '{"operations":[{"operationType":"delete","record":{"recordName":"from-curl",
  "recordType":"FeedCategory","recordChangeTag":"'"$tag"'"}}]}')
echo "deleted: $(echo "$deleted" | sed -n 's/.*"deleted" *: *\(true\).*/\1/p')"

gone=$(request records/lookup '{"records":[{"recordName":"from-curl"}]}')
echo "then: $(echo "$gone" | member serverErrorCode)"
