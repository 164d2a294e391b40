# How a row describes its comparison:
#
#   work "a script of 10,000 new" 7 -s      the work, the rounds, and options of 'measure'
#   ours COMMAND...                         our command
#   beside "task import" 1.25 COMMAND...    a peer or floor: its name, the goal and its command;
#                                           the goal is the most for our time divided by its time
#   compare                                 measures all of them in alternation
#   memory 16 [OF WHAT]                     our peak memory in MB, with its goal of 16
#
# Each work becomes one line of the table.
#
# ROUND in a word is replaced by the round, so that each run has a separate directory. ext4 creates
# files slowly where many were deleted in the last minutes.

work() {
    # Later results for the same work go into the same line.
    [ "$1" = "${subject:-}" ] || finish
    subject=$1
    rounds=$(($2 < most_rounds ? $2 : most_rounds))
    measuring=(-n "$rounds" "${@:3}")
    commands=() names=() goals=()
    progress "$subject"
}

# Prints the current work and the elapsed seconds on standard error.
progress() { printf '%6d s  %s\n' "$SECONDS" "$1" >&2; }

ours() { commands+=(-- "$@"); }

beside() {
    names+=("$1") goals+=("$2")
    commands+=(-- "${@:3}")
}

compare() {
    if ! measure; then
        said_time=${said_time:-–}
        cell "${names[*]}: not measured"
        failed=1
        return
    fi
    local seconds minimum kilobytes ratio of_minima spread index=0
    read -r our_time minimum peak _ <"$runs/measured"
    [ -n "${cells:-}" ] || said_time=$(times "$our_time" "$minimum")
    while read -r seconds minimum kilobytes ratio of_minima spread; do
        cell "${names[index]} $(times "$seconds" "$minimum"): $(
            verdict "$ratio" "${goals[index]}"), of minima $(figure "$of_minima")"
        index=$((index + 1))
    done < <(tail -n +2 "$runs/measured")
}

# Something else disturbed a measurement in which the times of one side spread twice as far as those of
# another, so it is repeated once.
measure() {
    "$programs/measure" "${measuring[@]}" "${commands[@]}" >"$runs/measured" || return
    awk '{ if (NR == 1 || $6 < least) least = $6; if ($6 > most) most = $6 }
        END { exit !(most > 0.1 && most > 2 * least) }' "$runs/measured" || return 0
    progress "(again, because one side was disturbed)"
    # The directories of the rounds continue after those of the first measurement.
    "$programs/measure" -f $((rounds + 1)) "${measuring[@]}" "${commands[@]}" >"$runs/measured"
}

times() { echo "$(duration "$1") (min $(duration "$2"))"; }

# peaks 1.1 100,000: the peak memory of our command, divided by that of the one beside it.
peaks() {
    cell "peak memory: $(verdict "$(awk 'NR == 1 { ours = $3 } END { print ours / $3 }' \
        "$runs/measured")" "$1")"
}

memory() {
    cell "memory${2:+ $2}: $(verdict "$(awk "BEGIN { print $peak / 1024 }")" "$1") MB"
}

cell() { cells+="${cells:+; }$1"; }

# Prints the line of the most recent work.
finish() {
    [ -z "${cells:-}" ] || line "$subject" "$said_time" "$cells"
    cells= said_time=
}

line() {
    printf '|'
    printf ' %s |' "$@"
    printf '\n'
}

# A result with its goal, in bold if it misses the goal.
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
