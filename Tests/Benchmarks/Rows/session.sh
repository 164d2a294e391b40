# round trip of a line in a session on a pipe
# So many that the start of the programs doesn't count.
count=20000
home=$(home 100000)
database=$(database 100000)
end=$("$scarybug" --home "$home" show 1 | tail -n 1)

work "round trip of \`show 1\` in a session on a pipe" 5
each $count
ours "$programs/roundtrip" $count 'show 1' "$end" "$scarybug" --home "$home"
beside "sqlite3 -interactive" 1.0 "$programs/roundtrip" -g $count \
    'SELECT * FROM bugs WHERE number = 1;' 'sqlite> ' sqlite3 -interactive "$database"
beside "cat" 3 "$programs/roundtrip" $count 'show 1' 'show 1' cat
compare
