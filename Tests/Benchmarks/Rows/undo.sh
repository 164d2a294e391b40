# undo of a delete of 1,000 documents with photographs
script=$(photograph_lines 1000)

# Each round deletes the new documents, and restores them.
work "undo a \`delete\` of 1,000 documents with photographs, 300 MB" 5 -s -l -b "
    '$scarybug' --home '$runs/undone-ROUND' -f '$script' >/dev/null &&
    '$scarybug' --home '$runs/undone-ROUND' list >/dev/null"
ours "$scarybug" --home "$runs/undone-ROUND" undo
beside "the \`delete\`" 1.2 "$scarybug" --home "$runs/undone-ROUND" delete 1-1000
compare
