# counts and statistics of 100,000, and the first prompt of a session
home=$(home 100000)
few=$(home 10)
table=$(table "$home" bugs)
groups="SELECT kind, count(*) FROM t GROUP BY 1; SELECT rating, count(*) FROM t GROUP BY 1;
    SELECT substr(seen, 1, 4), count(*) FROM t GROUP BY 1;
    SELECT substr(seen, 6, 2), count(*) FROM t GROUP BY 1;
    SELECT tags, count(*) FROM t GROUP BY 1; SELECT place, count(*) FROM t GROUP BY 1"

# counted NAME GOAL SQL COMMAND...
counted() {
    work "$1 of 100,000" 20
    ours "$scarybug" --home "$home" "${@:4}"
    beside "sqlite3, the same groups" "$2" sqlite3 "$table" "$3"
    compare
}

counted "\`stats\`" 3 "$groups" stats
counted "\`count by place\`" 3 "SELECT place, count(*) FROM t GROUP BY 1" count by place
counted "\`stats --by place\`" 3 \
    "SELECT place, count(*), min(seen), max(seen) FROM t GROUP BY 1" stats --by place

# A terminal that ends a session at its first prompt.
session() { echo "echo quit | script -qec '$scarybug --home $1' /dev/null"; }
work "the first prompt at 100,000" 20
ours sh -c "$(session "$home")"
beside "at 10" 1.5 sh -c "$(session "$few")"
compare
