# peak memory of a script of 100,000 new
many=$(lines new 100000)
few=$(lines new 1000)

work "a script of 100,000 \`new\`" 1 -s -w 0
ours "$scarybug" --home "$runs/large-script" -f "$many"
beside "of 1,000" 1000 "$scarybug" --home "$runs/small-script" -f "$few"
compare
peaks 1.1
