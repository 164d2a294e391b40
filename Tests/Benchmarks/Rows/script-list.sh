# a script of 10,000 new and the first list, compared with the program before the journal
before=$(before)
[ -n "$before" ] || return 0
script=$(lines new 10000)
both='"$0" --home "$1" -f "$2" && exec "$0" --home "$1" list'

work "a script of 10,000 \`new\` and the first \`list\` after it" 7 -s
ours sh -c "$both" "$scarybug" "$runs/listed-ROUND" "$script"
beside "before the journal" 1.1 sh -c "$both" "$before" "$runs/listed-before-ROUND" "$script"
compare
