# prefix search, first 20 of 100,000
home=$(home 100000)
database=$(database 100000)

work "prefix search, first 20 of 100,000" 60
ours "$scarybug" --home "$home" list beet limit:20
beside "sqlite3, FTS5" 1.6 sqlite3 "$database" "
    SELECT number, title, rating, tags FROM bugs
    WHERE number IN (SELECT rowid FROM words WHERE words MATCH 'beet*' ORDER BY rowid LIMIT 20)"
compare
