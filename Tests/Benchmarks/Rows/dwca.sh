# a Darwin Core archive of 10,000 documents, out and in, and the memory
home=$(home 10000)
archive=$runs/records.zip
bundles=$runs/bundles.zip
table=$runs/records.csv
"$scarybug" --home "$home" export all "$archive" --format dwca >/dev/null 2>&1
"$scarybug" --home "$home" export all "$bundles" --format scarybug >/dev/null 2>&1
"$scarybug" --home "$home" --csv list all >"$table"

work "export 10,000 as a Darwin Core archive" 5 -s
ours "$scarybug" --home "$home" export all "$runs/dwca-ROUND.zip" --format dwca
beside "as a ZIP file of bundles" 0.15 \
    "$scarybug" --home "$home" export all "$runs/zip-of-bundles-ROUND.zip" --format scarybug
beside "list them as CSV from the index" 4 "$scarybug" --home "$home" --csv list all
compare
memory 48

work "import it" 3 -s
ours "$scarybug" --home "$runs/from-dwca-ROUND" import "$archive"
beside "the same bundles" 1.2 "$scarybug" --home "$runs/from-bundles-ROUND" import "$bundles"
beside "the same as CSV" 2 "$scarybug" --home "$runs/from-csv-ROUND" import "$table"
compare
memory 48
