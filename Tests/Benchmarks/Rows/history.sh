# undo, history and its size on the disk after 40,000 lines
create=$(lines new 10000)
change=$(lines set 10000)
photographs=$(photograph_lines 200)
long=$runs/long short=$runs/short

# history_bytes HOME: what 'du' says of its history.
history_bytes() { du -sB1 "$1/users/$SCARYBUG_USER/History" | cut -f 1; }

scarybug --home "$long" -f "$create"
before=$(history_bytes "$long") changed=0
for value in '&' notes=second notes=third; do
    changed=$((changed + $(cat "$(documents "$long")"/*/data.plist | wc -c)))
    sed "s/rating=.*/$value/" "$change" >"$runs/change.bugs"
    scarybug --home "$long" -f "$runs/change.bugs"
done
held=$(($(history_bytes "$long") - before))
scarybug --home "$short" new 'Stag Beetle'
for home in "$long" "$short"; do "$scarybug" --home "$home" count >/dev/null; done

# Both histories get the same steps.
work "\`history\` after 40,000 lines" 60 -s
ours "$scarybug" --home "$long" history
beside "of a new workspace" 1.5 "$scarybug" --home "$short" history
compare
work "\`undo\` of a \`set\` after 40,000 lines" 60 -s -b "
    '$scarybug' --home '$long' set 1 notes=ROUND >/dev/null &&
    '$scarybug' --home '$short' set 1 notes=ROUND >/dev/null"
ours "$scarybug" --home "$long" undo
beside "in a new workspace" 1.5 "$scarybug" --home "$short" undo
compare

finish
progress "the history's size"
scarybug --home "$runs/removed" -f "$photographs"
before=$(history_bytes "$runs/removed")
removed=$(du -sB1 "$(documents "$runs/removed")" | cut -f 1)
scarybug --home "$runs/removed" delete all
gone=$(($(history_bytes "$runs/removed") - before))
line "the history of 30,000 \`set\` on the disk" "$((held >> 20)) MiB" "the changed data files, $(
    ) $((changed >> 20)) MiB: $(verdict "$(awk "BEGIN { print $held / $changed }")" 2.0)"
line "the history of 200 deleted documents, 60 MB" "$((gone >> 20)) MiB" "the documents: $(
    verdict "$(awk "BEGIN { print $gone / $removed }")" 1.05)"
