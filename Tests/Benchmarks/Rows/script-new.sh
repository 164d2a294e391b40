# a script of 10,000 new, also with --atomic
script=$(lines new 10000)
size=$(size_of_data)

work "a script of 10,000 \`new\`" 7 -s
ours "$scarybug" --home "$runs/new-ROUND" -f "$script"
beside "C, the same files, one syncfs" 3.0 \
    "$programs/documents" "$runs/documents-ROUND" 10000 "$size"
compare

work "a script of 10,000 \`new\` with \`--atomic\`" 7 -s
ours "$scarybug" --home "$runs/atomic-ROUND" --atomic -f "$script"
beside "without" 1.05 "$scarybug" --home "$runs/plain-ROUND" -f "$script"
compare
