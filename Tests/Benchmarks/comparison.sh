# How a row says what it compares:
#
#   work "a script of 10,000 new" 7 -s      what, how many rounds, and options of 'measure'
#   ours COMMAND...                         ours, and each peer or floor: who, the goal that our
#   beside "task import" 1.25 COMMAND...    time divided by theirs must not exceed, and how
#   compare                                 measures all of them in turn
#   memory 16 [OF WHAT]                     our peak, in MB, beside its goal
#
# All that is said of one work becomes one line of the table.
#
# ROUND in a word becomes the round, which gives each run a directory of its own: creating files
# where many were deleted in the last minutes is slow on ext4.

work() {
    # What follows about the same work belongs to its line.
    [ "$1" = "${subject:-}" ] || finish
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
        said_time=${said_time:-–}
        cell "${names[*]}: not measured"
        failed=1
        return
    fi
    local seconds kilobytes ratio index=0
    read -r our_time peak _ <"$runs/measured"
    [ -n "${cells:-}" ] || said_time=$(duration "$our_time")
    while read -r seconds kilobytes ratio; do
        cell "${names[index]} $(duration "$seconds"): $(verdict "$ratio" "${goals[index]}")"
        index=$((index + 1))
    done < <(tail -n +2 "$runs/measured")
}

memory() {
    cell "memory${2:+ $2}: $(verdict "$(awk "BEGIN { print $peak / 1024 }")" "$1") MB"
}

cell() { cells+="${cells:+; }$1"; }

# Prints the line of the work that was said last.
finish() {
    [ -z "${cells:-}" ] || line "$subject" "$said_time" "$cells"
    cells= said_time=
}

line() {
    printf '|'
    printf ' %s |' "$@"
    printf '\n'
}

# A figure and its goal; what misses it stands out.
verdict() {
    if awk "BEGIN { exit !($1 <= $2) }"; then
        echo "$(figure "$1") (≤ $2)"
    else
        echo "**$(figure "$1")** (≤ $2)"
    fi
}

figure() { awk "BEGIN { printf $1 < 0.1 ? \"%.4f\" : $1 < 10 ? \"%.2f\" : \"%.0f\", $1 }"; }

duration() {
    awk -v time="$1" 'BEGIN {
        if (time < 0.001) printf "%.1f µs", time * 1e6
        else if (time < 1) printf "%.2f ms", time * 1e3
        else printf "%.2f s", time
    }'
}
