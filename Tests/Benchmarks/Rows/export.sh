# export of 200 documents with photographs, 279 MB, and its memory
home=$(photographs)
documents=$(documents "$home")
each_bundle='cd "$0" && for document in *; do'

work "export 200 documents, 279 MB" 5 -s -b "
    mkdir '$runs/export-ROUND' '$runs/bsdtar-ROUND' '$runs/zip-ROUND'"
ours "$scarybug" --home "$home" export all "$runs/export-ROUND"
beside "bsdtar, stored, no sync" 0.6 sh -c "$each_bundle"'
    bsdtar --format zip --options zip:compression=store -cf "$1/$document.zip" "$document"
    done' "$documents" "$runs/bsdtar-ROUND"
beside "zip -0, no sync" 0.35 sh -c "$each_bundle"'
    zip -q -0 -r "$1/$document.zip" "$document"
    done' "$documents" "$runs/zip-ROUND"
beside "C, libarchive, one syncfs" 1.1 "$programs/bundles" export "$documents" "$runs/bundles-ROUND"
compare
memory 24

large=$(large_photograph)
work "$subject" 3 -s -b "mkdir '$runs/export-large-ROUND'"
ours "$scarybug" --home "$large" export 1 "$runs/export-large-ROUND"
compare
memory 24 "of one photograph of 200 MB"
