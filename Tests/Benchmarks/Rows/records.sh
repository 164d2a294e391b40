# tables of iNaturalist in, and their memory; maps of them in and out
many=$(records 50000)
table=$(records 1000)
home=$(recorded 1000)
map=$runs/own.geojson
plain=$runs/plain.geojson
"$scarybug" --home "$home" export all "$map" >/dev/null 2>&1
sed 's/,"other":{[^{}]*}//' "$map" >"$plain"

own=$runs/own.csv
"$scarybug" --home "$(recorded 50000)" --csv list >"$own"

work "import 50,000 records of iNaturalist" 1 -s -w 0
ours "$scarybug" --home "$runs/records-ROUND" import "$many"
beside "the same values as an own table" 1.5 "$scarybug" --home "$runs/own-ROUND" import "$own"
compare
memory 60

work "import --only-new of a table of 1,000 that is here" 5 -s -b "
    cp -a '$home' '$runs/only-new-ROUND'"
ours "$scarybug" --home "$runs/only-new-ROUND" import --only-new "$table"
beside "its import" 1 "$scarybug" --home "$runs/new-ROUND" import "$table"
compare

work "import our own GeoJSON of them" 5 -s
ours "$scarybug" --home "$runs/map-ROUND" import "$map"
beside "the same without foreign values" 2 "$scarybug" --home "$runs/plain-ROUND" import "$plain"
compare

work "export them as GeoJSON" 5 -s
ours "$scarybug" --home "$home" export all "$runs/map-ROUND.geojson"
beside "ogr2ogr, from CSV" 2 ogr2ogr -f GeoJSON "$runs/ogr-ROUND.geojson" "$table" \
    -oo X_POSSIBLE_NAMES=longitude -oo Y_POSSIBLE_NAMES=latitude
compare
