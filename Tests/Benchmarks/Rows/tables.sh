# lists of 100,000, and of 50,000 records of iNaturalist, as JSON and as CSV
home=$(home 100000)
table=$(table "$home" bugs)
foreign=$(recorded 50000)
foreign_table=$(table "$foreign" records)

# listed NAME FORMAT HOME TABLE GOAL [COLUMNS]
listed() {
    work "list $1" 5
    ours "$scarybug" --home "$3" --$2 list ${6:+--columns "$6"}
    beside "sqlite3 -$2, the same columns" "$5" \
        sqlite3 -header -$2 "$4" "SELECT ${6:-*} FROM t ORDER BY number"
    compare
}

listed "100,000 as JSON" json "$home" "$table" 1.5
listed "100,000 as CSV" csv "$home" "$table" 2
listed "four columns of 100,000 as CSV" csv "$home" "$table" 2 number,title,rating,tags
listed "50,000 records of iNaturalist as CSV" csv "$foreign" "$foreign_table" 3
