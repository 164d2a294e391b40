# index built from nothing, 100,000
home=$(home 100000)
mail=$(mail 100000)
# The mails are in the page cache, like the documents.
find "$mail/cur" -type f -exec cat {} + >/dev/null
work "index built from nothing, 100,000, warm" 3 -s -w 0 -b "mkdir '$runs/notmuch-ROUND'"
ours "XDG_CACHE_HOME=$runs/cache-beside-mail-ROUND" "$scarybug" --home "$home" count
beside "notmuch new" 0.15 "NOTMUCH_CONFIG=$data/notmuch-100000" \
    "NOTMUCH_DATABASE=$runs/notmuch-ROUND" notmuch new
compare
