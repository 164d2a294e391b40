# index built from nothing, 100,000
home=$(home 100000)
from_nothing=("XDG_CACHE_HOME=$runs/cache-ROUND" "$scarybug" --home "$home" count)

work "index built from nothing, 100,000, warm" 5 -s
ours "${from_nothing[@]}"
beside "C, read all and FTS5 insert" 1.5 \
    "$programs/database" "$(documents "$home")" "$runs/database-ROUND"
compare

# Once, since it takes most of the time of all rows.
mail=$(mail 100000)
work "index built from nothing, 100,000, warm" 1 -s -w 0
ours "XDG_CACHE_HOME=$runs/cache-mail" "$scarybug" --home "$home" count
beside "notmuch new" 0.1 \
    "NOTMUCH_CONFIG=$data/notmuch-100000" "NOTMUCH_DATABASE=$runs/notmuch" notmuch new
# Its mails are as warm as our documents are.
find "$mail/cur" -type f -exec cat {} + >/dev/null
compare
