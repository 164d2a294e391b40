# list 100,000 to a pipe, and its memory
home=$(home 100000)
database=$(database 100000)

work "list 100,000 to a pipe (number, title, rating, tags)" 15
ours "$scarybug" --home "$home" list
beside "sqlite3, the same columns" 1.0 sqlite3 "$database" "$listing"
compare
memory 48
