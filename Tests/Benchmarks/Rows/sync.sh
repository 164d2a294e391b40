# a sync of 10,000 documents with nothing new
home=$runs/sharer
folder=$runs/share
mkdir "$folder"
"$scarybug" --home "$home" -f "$(lines new 10000)" >/dev/null 2>&1
"$scarybug" --home "$home" sync "$folder" --all-fields >/dev/null 2>&1

work "sync of 10,000 documents with nothing new" 15
ours "$scarybug" --home "$home" sync
beside "ls -lR of the folder" 5 ls -lR "$folder"
compare
