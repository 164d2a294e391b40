# one new from the shell in 100,000
home=$(home 100000 growing)
database=$(database 100000)
cp "$database" "$runs/insert.db"

# With sqlite3's defaults: its change is on disk when it ends, like ours.
work "one \`new\` from the shell in 100,000" 60 -s
ours "$scarybug" --home "$home" new 'Stag Beetle' rating=3 tags=garden,summer
beside "sqlite3 INSERT" 2.0 sqlite3 "$runs/insert.db" "$insertion"
compare
