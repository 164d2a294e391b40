# list 100,000 to a pipe, and its memory
home=$(home 100000)
database=$(database 100000)
flat=$(flat 100000)

work "list 100,000 to a pipe (number, title, rating, tags)" 15
ours "$scarybug" --home "$home" list
beside "sqlite3, the same columns" 0.6 sqlite3 "$database" "$listing"
beside "C, a mapped flat file" 20 "$programs/flat" list "$flat"
compare
memory 16
