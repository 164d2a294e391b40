# list an inbox of 1,000 messages
home=$runs/inbox
"$scarybug" --home "$home" new "Bullet Ant" >/dev/null 2>&1
printf "send 1 $SCARYBUG_USER # %s\n" {1..1000} | "$scarybug" --home "$home" >/dev/null 2>&1
"$scarybug" --home "$home" inbox >/dev/null

work "list an inbox of 1,000 messages" 30
ours "$scarybug" --home "$home" inbox
beside "head -c 4096 of each" 3 head -q -c 4096 "$home/inboxes/$SCARYBUG_USER"/cur/*
compare
