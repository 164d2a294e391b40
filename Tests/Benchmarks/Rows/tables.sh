# list 100,000 as JSON and as CSV
home=$(home 100000)
table=$(table "$home")

# listed FORMAT GOAL
listed() {
    work "list 100,000 as ${1^^}" 5
    ours "$scarybug" --home "$home" --$1 list
    beside "sqlite3 -$1, the same columns" "$2" \
        sqlite3 -header -$1 "$table" 'SELECT * FROM bugs ORDER BY number'
    compare
}

listed json 1.5
listed csv 3
