# one new, set or delete from the shell, compared with the program before the journal
before=$(before)
[ -n "$before" ] || return 0
script=$(lines new 10000)

# Each program has a separate home, because the earlier one doesn't know a journal.
make_home() {
    "$2" --home "$runs/$1" -f "$script" >/dev/null
    "$2" --home "$runs/$1" list >/dev/null
}
make_home single "$scarybug"
make_home single-before "$before"

# single NAME COMMAND...: the same command in both homes.
single() {
    work "one \`$1\` from the shell in 10,000" 60 -s
    ours "$scarybug" --home "$runs/single" "${@:2}"
    beside "before the journal" 1.1 "$before" --home "$runs/single-before" "${@:2}"
    compare
}

single new new 'Stag Beetle' rating=3 tags=garden,summer
single set set 7777 notes=ROUND
# Each round deletes another document.
single delete delete 1ROUND
