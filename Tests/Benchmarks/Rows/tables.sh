# list 100,000 as JSON and as CSV
home=$(home 100000)
table=$(table "$home")

for format in json csv; do
    work "list 100,000 as ${format^^}" 5
    ours "$scarybug" --home "$home" --$format list
    beside "sqlite3 -$format, the same 15 columns" 1.5 \
        sqlite3 -header -$format "$table" 'SELECT * FROM bugs ORDER BY number'
    compare
done
