# the size of the installed program
strip -o "$runs/stripped" "$scarybug"
progress "the installed program"

line "installed program, stripped" "$(
    verdict "$(stat -c '%s' "$runs/stripped" | awk '{ print $1 / 1048576 }')" 12) MB" ""
