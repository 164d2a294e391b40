# the first 20 of 100,000 sorted by title or by date
home=$(home 100000)
# The first sorted list makes an index for its order.
scarybug --home "$home" list sort:title limit:20
scarybug --home "$home" list sort:created limit:20

for field in title created; do
    work "the first 20 of 100,000 sorted by $field" 60
    ours "$scarybug" --home "$home" list sort:$field limit:20
    beside "by number" 2 "$scarybug" --home "$home" list limit:20
    compare
done
