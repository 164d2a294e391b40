# import of 200 bundles with photographs, 279 MB, and its memory
photographs=$(photographs)
bundles=$(bundles "$photographs")
each_bundle='cd "$1" && for bundle in "$0"/*; do'

work "import them" 5 -s -b "mkdir '$runs/untar-ROUND' '$runs/unzip-ROUND'"
ours "$scarybug" --home "$runs/import-ROUND" import "$bundles"/*
beside "bsdtar, no sync" 0.6 sh -c "$each_bundle"' bsdtar -xf "$bundle"; done' \
    "$bundles" "$runs/untar-ROUND"
beside "unzip, no sync" 0.25 sh -c "$each_bundle"' unzip -q "$bundle"; done' \
    "$bundles" "$runs/unzip-ROUND"
beside "C, libarchive with its checks, one syncfs" 1.1 \
    "$programs/bundles" import "$bundles" "$runs/unbundled-ROUND"
compare
memory 24

large_photograph=$(large_photograph)
large=$(bundles "$large_photograph")
work "$subject" 3 -s
ours "$scarybug" --home "$runs/import-large-ROUND" import "$large"/*
compare
memory 24 "of one photograph of 200 MB"
