# Tab in a directory of 10,000 files
home=$(home 10)
mkdir "$runs/many"
(cd "$runs/many" && seq -f 'file %05g' 10000 | xargs -d '\n' touch)

work "Tab in a directory of 10,000 files" 30 -o
ours python3 "$benchmarks/Programs/tab.py" "import $runs/many/" "$scarybug" --home "$home"
beside "ls -U" 4 python3 "$benchmarks/Programs/tab.py" --ends ls -U "$runs/many"
compare
