# show one, count, next number, of 100,000
many=$(home 100000)
few=$(home 10)
database=$(database 100000)
tasks=$(tasks 100000)
task=("TASKRC=$data/taskrc" "TASKDATA=$tasks" task)
one_row="SELECT * FROM bugs WHERE number = 77777"
# `show` compares a document with its row, if there is an index.
for home in "$many" "$few"; do "$scarybug" --home "$home" count >/dev/null; done

work "show one of 100,000" 60
ours "$scarybug" --home "$many" show 77777
beside "sqlite3, one row" 1.6 sqlite3 "$database" "$one_row"
beside "show one of 10" 1.2 "$scarybug" --home "$few" show 7
compare
work "show one of 100,000" 3
ours "$scarybug" --home "$many" show 77777
beside "task export of one" 0.01 "${task[@]}" 77777 export
compare

work "count 100,000" 60
ours "$scarybug" --home "$many" count
beside "sqlite3, one row" 1.6 sqlite3 "$database" "$one_row"
beside "count 10" 1.2 "$scarybug" --home "$few" count
compare
work "count 100,000" 3
ours "$scarybug" --home "$many" count
beside "task count" 0.01 "${task[@]}" count
compare

# The row includes the new document: the number and the document are on disk when the command ends.
many=$(home 100000 growing)
few=$(home 10 growing)
work "next number, with its new document, in 100,000" 60 -s
ours "$scarybug" --home "$many" new 'Stag Beetle'
beside "C, only the syncs of one document" 3 "$programs/syncs" "$runs/syncs-ROUND"
beside "the same in 10" 1.2 "$scarybug" --home "$few" new 'Stag Beetle'
compare
