# start: list 10 documents, and the version
home=$(home 10)
database=$(database 10)

work "start, list 10 documents" 200
ours "$scarybug" --home "$home" list
beside "sqlite3, the same rows" 1.6 sqlite3 "$database" "$listing"
compare

work "start, \`--version\`" 200
ours "$scarybug" --version
beside "sqlite3 :memory: 'select 1'" 1.6 sqlite3 :memory: 'select 1'
compare
