# a selection of 1,000 numbers in 100,000
home=$(home 100000)
numbers() { seq -s, 7 91 $(($1 * 91)) | sed 's/[0-9]*/&-&/g'; }

work "count 1,000 numbers in 100,000" 60
ours "$scarybug" --home "$home" count "$(numbers 1000)"
beside "200 numbers" 6 "$scarybug" --home "$home" count "$(numbers 200)"
compare
