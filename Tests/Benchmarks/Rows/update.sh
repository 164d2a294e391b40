# import --update of 1,000 bundles: 500 same, 100 parted, 200 newer, 200 new
received=$(received)
bundles=$data/versions

work "import --update of 1,000 bundles" 5 -s -b "
    cp -a '$received' '$runs/update-ROUND'; cp -a '$received' '$runs/copies-ROUND'"
ours "$scarybug" --home "$runs/update-ROUND" import --update "$bundles"/*
beside "the same as copies" 1.3 "$scarybug" --home "$runs/copies-ROUND" import "$bundles"/*
compare
memory 24
