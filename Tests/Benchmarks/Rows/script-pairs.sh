# a script of 10,000 pairs of new and set @last
create=$(lines new 10000)
change=$(lines set 10000)
pairs=$(lines pairs 10000)
both='"$0" --home "$1" -f "$2" && exec "$0" --home "$1" -f "$3"'

work "a script of 10,000 pairs of \`new\` and \`set @last\`" 5 -s
ours "$scarybug" --home "$runs/pairs-ROUND" -f "$pairs"
beside "a script of 10,000 \`new\`, then one of 10,000 \`set\`" 1.5 \
    sh -c "$both" "$scarybug" "$runs/two-ROUND" "$create" "$change"
compare
