# everything except list and rebuild, with a million documents compared with ten thousand
few=$(home 10000 growing)
many=$(home 1000000 growing)
hundred=$(home 100)
bundles=$(bundles "$hundred")
create=$(lines new 1000)
change=$(lines set 1000)

# million NAME ROUNDS COMMAND...: the same command in both homes, after the same history.
million() {
    work "$1, in 1,000,000" "$2" -s
    ours "$scarybug" --home "$many" "${@:3}"
    beside "in 10,000" 1.3 "$scarybug" --home "$few" "${@:3}"
    compare
}

million "show one" 60 show 7777
million "count" 60 count
for prefix in b be bee beet; do
    million "prefix search for \`$prefix\`, first 20" 60 list $prefix limit:20
done
million "one \`new\`" 60 new 'Stag Beetle' rating=3
million "one \`set\`" 60 set 7777 notes=ROUND
million "a script of 1,000 \`set\`" 7 -f "$change"

work "export 100 documents, of 1,000,000" 7 -s -b "mkdir '$runs/many-ROUND' '$runs/few-ROUND'"
ours "$scarybug" --home "$many" export 5001-5100 "$runs/many-ROUND"
beside "of 10,000" 1.3 "$scarybug" --home "$few" export 5001-5100 "$runs/few-ROUND"
compare

roundtrip=(python3 "$benchmarks/Programs/roundtrip.py" 'show 1')
end=$("$scarybug" --home "$few" show 1 | tail -n 1)
end_of_many=$("$scarybug" --home "$many" show 1 | tail -n 1)
work "round trip of \`show 1\`, in 1,000,000" 5 -o
ours "${roundtrip[@]}" "$end_of_many" "$scarybug" --home "$many"
beside "in 10,000" 1.3 "${roundtrip[@]}" "$end" "$scarybug" --home "$few"
compare

# Last, because it adds documents to the ten thousand.
million "import 100 bundles" 5 import "$bundles"/*
million "a script of 1,000 \`new\`" 5 -f "$create"
