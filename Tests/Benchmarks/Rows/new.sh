# one new from the shell in 100,000
home=$(home 100000 growing)
database=$(database 100000)
tasks=$(tasks 100000)
cp "$database" "$runs/insert.db"
new=("$scarybug" --home "$home" new 'Stag Beetle' rating=3 tags=garden,summer)

# With sqlite3's defaults: its change is on disk when it ends, like ours.
work "one \`new\` from the shell in 100,000" 60 -s
ours "${new[@]}"
beside "sqlite3 INSERT" 1.5 sqlite3 "$runs/insert.db" \
    "INSERT INTO bugs (title, rating, tags) VALUES ('Stag Beetle', 3, 'garden,summer')"
compare
work "one \`new\` from the shell in 100,000" 3 -s
ours "${new[@]}"
beside "task add" 0.005 "TASKRC=$data/taskrc" "TASKDATA=$tasks" \
    task add 'Stag Beetle' +garden +summer
compare
