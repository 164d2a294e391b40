# the size of a bundle beyond its content
home=$(photographs)
bundles=$(bundles "$home")
progress "a bundle over its content"

most=-1000000
for number in {1..200}; do
    bundle=$(stat -c %s "$bundles/Bug number $number.scarybug")
    content=$(cat "$(documents "$home")/$number.scarybug"/* | wc -c)
    if ((bundle - content > most)); then most=$((bundle - content)); fi
done
line "bundle" "$most bytes over its content" "the most of 200: $(verdict "$most" 800)"
