# show 20,000
home=$(home 20000)

work "show 20,000" 5 -s
ours "$scarybug" --home "$home" show all
beside "the index of 20,000, built from nothing" 1.2 "XDG_CACHE_HOME=$runs/shown-ROUND" \
    "$scarybug" --home "$home" count
compare
