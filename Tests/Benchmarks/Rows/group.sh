# readers beside an open group of another session
open=$(home 10000 grouped)
alone=$(home 10000)

# The group changes nothing, so that both lists are the same.
coproc group { "$scarybug" --home "$open"; }
echo begin >&"${group[1]}"
until [ -e "$open/users/$SCARYBUG_USER/Lock/holder" ]; do sleep 0.1; done
echo "set 1 notes=changed" >&"${group[1]}"
until [ ! -e "$open/users/$SCARYBUG_USER/History/settled-"* ]; do sleep 0.1; done

# reader COMMAND...: the same command in both homes.
reader() {
    work "\`$*\` in 10,000 beside an open \`begin\`" 60
    ours "$scarybug" --home "$open" "$@"
    beside "alone" 1.2 "$scarybug" --home "$alone" "$@"
    compare
}

reader list limit:20
reader show 7777
reader count

exec {group[1]}>&-
wait "$group_PID" || true
