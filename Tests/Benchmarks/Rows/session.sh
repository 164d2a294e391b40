# round trip of a line in a session on a pipe
home=$(home 100000)
database=$(database 100000)
end=$("$scarybug" --home "$home" show 1 | tail -n 1)
roundtrip=(python3 "$benchmarks/Programs/roundtrip.py")

work "round trip of \`show 1\` in a session on a pipe" 5 -o
ours "${roundtrip[@]}" 'show 1' "$end" "$scarybug" --home "$home"
beside "sqlite3 -interactive" 1.0 "${roundtrip[@]}" --greets \
    'SELECT * FROM bugs WHERE number = 1;' 'sqlite> ' sqlite3 -interactive "$database"
beside "cat" 3 "${roundtrip[@]}" 'show 1' 'show 1' cat
compare
