# a script of 10,000 set on various documents
create=$(lines new 10000)
change=$(lines set 10000)
size=$(size_of_data)

# Both sides change documents that were just made in the same way, in separate directories.
work "a script of 10,000 \`set N rating=…\`" 5 -s -b "
    '$scarybug' --home '$runs/set-ROUND' -f '$create' >/dev/null &&
    '$scarybug' --home '$runs/set-ROUND' list >/dev/null &&
    '$programs/documents' '$runs/replaced-ROUND' 10000 $size"
ours "$scarybug" --home "$runs/set-ROUND" -f "$change"
beside "C, the same files, one syncfs" 3.0 "$programs/replacements" "$runs/replaced-ROUND" 10000
compare
