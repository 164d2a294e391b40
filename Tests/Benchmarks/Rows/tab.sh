# Tab in a directory of 10,000 files
home=$(home 10)
mkdir "$runs/many"
# The names have nothing in common that the first Tab could insert.
(cd "$runs/many" && printf '%s\n' {a..j}{0000..0999} | xargs touch)

work "Tab in a directory of 10,000 files" 30 -o
ours python3 "$benchmarks/Programs/tab.py" "import $runs/many/" "$scarybug" --home "$home"
beside "ls -U" 4 python3 "$benchmarks/Programs/tab.py" --ends ls -U "$runs/many"
compare
