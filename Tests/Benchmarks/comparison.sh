# How a row says what it compares:
#
#   work "a script of 10,000 new" 7 -s      what, how many rounds, and options of 'measure'
#   ours COMMAND...                         ours, and each peer or floor: who, the goal that our
#   beside "task import" 1.25 COMMAND...    time divided by theirs must not exceed, and how
#   compare                                 measures all of them in turn, prints a line for each
#   memory 16                               a line for our peak, in MB
#
# ROUND in a word becomes the round, which gives each run a directory of its own: creating files
# where many were deleted in the last minutes is slow on ext4.

work() {
    subject=$1
    rounds=$(($2 < most_rounds ? $2 : most_rounds))
    measuring=(-n "$rounds" "${@:3}")
    commands=() names=() goals=()
    progress "$subject"
}

# Says on standard error what is done, after how many seconds.
progress() { printf '%6d s  %s\n' "$SECONDS" "$1" >&2; }

ours() { commands+=(-- "$@"); }

beside() {
    names+=("$1") goals+=("$2")
    commands+=(-- "${@:3}")
}

compare() {
    if ! "$programs/measure" "${measuring[@]}" "${commands[@]}" >"$runs/measured"; then
        for index in "${!names[@]}"; do
            line "$subject" – "${names[index]}" – – "≤ ${goals[index]}" "not measured"
        done
        failed=1
        return
    fi
    local our_time seconds kilobytes ratio index=0
    read -r our_time peak _ <"$runs/measured"
    while read -r seconds kilobytes ratio; do
        line "$subject" "$(duration "$our_time")" "${names[index]}" "$(duration "$seconds")" \
            "$(figure "$ratio")" "≤ ${goals[index]}" "$(within "$ratio" "${goals[index]}")"
        index=$((index + 1))
    done < <(tail -n +2 "$runs/measured")
}

memory() {
    local megabytes
    megabytes=$(awk "BEGIN { printf \"%.1f\", $peak / 1024 }")
    line "$subject: memory" "$megabytes MB" – – – "≤ $1 MB" "$(within "$megabytes" "$1")"
}

line() {
    printf '|'
    printf ' %s |' "$@"
    printf '\n'
}

within() { awk "BEGIN { print $1 <= $2 ? \"yes\" : \"no\" }"; }

figure() { awk "BEGIN { printf $1 < 0.1 ? \"%.4f\" : \"%.2f\", $1 }"; }

duration() {
    awk -v time="$1" 'BEGIN {
        if (time < 0.001) printf "%.1f µs", time * 1e6
        else if (time < 1) printf "%.2f ms", time * 1e3
        else printf "%.2f s", time
    }'
}
