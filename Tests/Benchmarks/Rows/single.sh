# one new, set or delete from the shell in 10,000
script=$(lines new 10000)
database=$(database 10000)
cp "$database" "$runs/single.db"
"$scarybug" --home "$runs/single" -f "$script" >/dev/null
"$scarybug" --home "$runs/single" list >/dev/null

# single NAME COMMAND...: with sqlite3's defaults, its change is on disk when it ends, like ours.
single() {
    work "one \`$1\` from the shell in 10,000" 60 -s
    ours "$scarybug" --home "$runs/single" "${@:2}"
    beside "sqlite3 INSERT" 2.0 sqlite3 "$runs/single.db" "$insertion"
    compare
}

single new new 'Stag Beetle' rating=3 tags=garden,summer
single set set 7777 notes=ROUND
# Each round deletes another document.
single delete delete 1ROUND
