# a script of 10,000 new
script=$(lines new 10000)
import=$(lines import 10000)
size=$(size_of_data)
tasks 10 >/dev/null

work "a script of 10,000 \`new\`" 7 -s -b "mkdir '$runs/tasks-ROUND'"
ours "$scarybug" --home "$runs/new-ROUND" -f "$script"
beside "task import" 1.25 "TASKRC=$data/taskrc" "TASKDATA=$runs/tasks-ROUND" task import "$import"
beside "C, the same files and journal lines, one syncfs" 1.4 \
    "$programs/documents" "$runs/documents-ROUND" 10000 "$size"
compare
