# start, and list 10 documents
home=$(home 10)
database=$(database 10)

work "start, list 10 documents" 100
ours "$scarybug" --home "$home" list
beside "sqlite3, the same rows" 2.5 sqlite3 "$database" "$listing"
compare
