# The data of the rows, made on first use. Each function prints the path of its data.

# Runs "$@" unless it has already run.
once() {
    local name=$1
    [ ! -e "$data/$name.made" ] || return 0
    progress "(making $name)"
    "${@:2}"
    sync
    touch "$data/$name.made"
}

# A script with a number of lines: lines new 1000
lines() {
    once "$1-$2.bugs" generate_lines "$@"
    echo "$data/$1-$2.bugs"
}
generate_lines() { "$programs/generate" "$@" >"$data/$1-$2.bugs"; }

# A home with a number of bugs, made by a script of 'new'. Rows that only read share it. A row that makes
# bugs has its own, with another name: home 10 growing
home() {
    local script name=home-$1${2+-$2}
    script=$(lines new "$1")
    once "$name" scarybug --home "$data/$name" -f "$script"
    echo "$data/$name"
}

# The directory of a home's documents.
documents() { echo "$1/users/$SCARYBUG_USER/Private Documents"; }

# The size of a data file in bytes, for the floors, which write the same number.
size_of_data() {
    local home
    home=$(home 10)
    stat -c %s "$(documents "$home")/1.scarybug/data.plist"
}

# A home with 200 bugs with photographs of 0.3 to 3 MB and thumbnails of 8 KB, 279 MB.
photographs() {
    once photographs take_photographs
    echo "$data/photographs"
}
take_photographs() {
    local number size
    mkdir "$data/pictures"
    while read -r number size; do
        "$programs/generate" photograph "$size" "$number" >"$data/pictures/$number.jpg"
        echo "new 'Bug number $number' rating=3 tags=garden image=$data/pictures/$number.jpg"
    done < <(awk 'BEGIN { for (i = 1; i <= 200; i++) print i, int(3e5 + 2.7e6 * (i / 200)^1.5) }') \
        >"$data/photographs.bugs"
    scarybug --home "$data/photographs" -f "$data/photographs.bugs"
    for number in {1..200}; do
        "$programs/generate" photograph 8000 "$number" \
            >"$(documents "$data/photographs")/$number.scarybug/thumbImage.jpg"
    done
}

# A home with a number of bugs with photographs of 400 by 300 pixels, or of more: pictured 300 10
pictured() {
    once "pictured-$1-$2" take_pictured "$@"
    echo "$data/pictured-$1-$2"
}
take_pictured() {
    local number band pictures=$data/pictures-$2
    mkdir -p "$pictures"
    for number in {0..9}; do
        for band in 1 2 3; do
            vips gaussnoise "$pictures/$band.v" 400 300 --sigma 60 --seed "$number$band"
        done
        vips bandjoin "$pictures/1.v $pictures/2.v $pictures/3.v" "$pictures/noise.v"
        vips resize "$pictures/noise.v" "$pictures/large.v" "$2" --kernel cubic
        vips cast "$pictures/large.v" "$pictures/bytes.v" uchar
        vips copy "$pictures/bytes.v" "$pictures/$number.jpg[Q=85]" --interpretation srgb
    done
    for ((number = 0; number < $1; number++)); do
        echo "new 'Bug number $number' rating=3 tags=garden image=$pictures/$((number % 10)).jpg"
    done >"$data/pictured-$1-$2.bugs"
    scarybug --home "$data/pictured-$1-$2" -f "$data/pictured-$1-$2.bugs"
}

# A directory of photographs of 400 by 300 pixels, or of more, without two that have the same: card 500 10
card() {
    once "card-$1-$2" take_card "$@"
    echo "$data/card-$1-$2"
}
take_card() {
    local number band card=$data/card-$1-$2 width=$((400 * $2)) height=$((300 * $2))
    mkdir "$card"
    for band in 1 2 3; do vips gaussnoise "$card/$band.v" 425 345 --sigma 60 --seed "$band"; done
    vips bandjoin "$card/1.v $card/2.v $card/3.v" "$card/noise.v"
    vips resize "$card/noise.v" "$card/large.v" "$2" --kernel cubic
    vips cast "$card/large.v" "$card/bytes.v" uchar
    vips copy "$card/bytes.v" "$card/card.v" --interpretation srgb
    # Each photograph shows another part.
    seq "$1" | xargs -P "$(nproc)" -I NUMBER sh -c 'vips crop "$0/card.v" "$0/NUMBER.jpg[Q=85]" \
        $((NUMBER % 25 * $3)) $((NUMBER / 25 * $3)) "$1" "$2"' "$card" "$width" "$height" "$2"
    rm "$card"/*.v
}

# A script of a number of new bugs with a photograph of 300 KB each.
photograph_lines() {
    once "photographs-$1.bugs" write_photograph_lines "$1"
    echo "$data/photographs-$1.bugs"
}
write_photograph_lines() {
    "$programs/generate" photograph 300000 1 >"$data/photograph.jpg"
    "$programs/generate" new "$1" | sed "s|$| image='$data/photograph.jpg'|" \
        >"$data/photographs-$1.bugs"
}

# A home with one bug with a photograph of 200 MB.
large_photograph() {
    once large-photograph take_large_photograph
    echo "$data/large-photograph"
}
take_large_photograph() {
    "$programs/generate" photograph 200000000 1 >"$data/large.jpg"
    scarybug --home "$data/large-photograph" new 'Large Bug' "image=$data/large.jpg"
}

# The bundles of a home made by 'photographs' or 'large_photograph'.
bundles() {
    local name
    name=bundles-$(basename "$1")
    once "$name" export_bundles "$1" "$data/$name"
    echo "$data/$name"
}
export_bundles() {
    mkdir "$2"
    scarybug --home "$1" export all "$2"
}

# A home with 800 documents of another home, 100 of them changed. The bundles of that home are in
# "$data/versions": 200 of the 800 were changed since, and 200 are new.
received() {
    once received exchange_bundles
    echo "$data/received"
}
exchange_bundles() {
    cp -a "$(home 1000)" "$data/sender"
    scarybug --home "$data/sender" export 1-800 "$data/first/"
    scarybug --home "$data/received" import "$data"/first/*
    scarybug --home "$data/sender" set 501-800 rating=5 notes=seen
    scarybug --home "$data/received" set 701-800 rating=4 place=wood 2>&1
    scarybug --home "$data/sender" export all "$data/versions/"
}

# A database for the sqlite3 shell with the bugs of a home.
database() {
    once "$1.db" "$programs/database" "$data/$1.db" "$1"
    echo "$data/$1.db"
}

# One more bug in a copy of the database.
insertion="INSERT INTO bugs (title, rating, tags) VALUES ('Stag Beetle', 3, 'garden,summer')"

# The same columns as in 'list'.
listing="SELECT number, title, rating, tags FROM bugs ORDER BY number"

# The directory with task's data, in task's own format.
tasks() {
    once "tasks-$1" make_tasks "$1"
    echo "$data/tasks-$1"
}
make_tasks() {
    mkdir "$data/tasks-$1"
    "$programs/generate" tasks "$1" >"$data/tasks-$1/pending.data"
    printf 'confirmation=no\nverbose=nothing\n' >"$data/taskrc"
}

# A Maildir for notmuch, and its configuration.
mail() {
    once "mail-$1" make_mail "$1"
    echo "$data/mail-$1"
}
make_mail() {
    "$programs/generate" mail "$1" "$data/mail-$1"
    cat >"$data/notmuch-$1" <<EOF
[database]
mail_root=$data/mail-$1
[user]
name=bench
primary_email=bench@example.org
[new]
tags=inbox
EOF
}

# A database with the columns of our CSV, in the table t: table HOME NAME
table() {
    once "table-$2" make_table "$@"
    echo "$data/table-$2.db"
}
make_table() {
    "$scarybug" --home "$1" --csv list >"$data/table-$2.csv"
    sqlite3 "$data/table-$2.db" ".import --csv '$data/table-$2.csv' t"
}

# A table with a number of records, with columns and values as in an export of iNaturalist.
records() {
    once "records-$1.csv" write_records "$1"
    echo "$data/records-$1.csv"
}
write_records() {
    awk -v count="$1" 'BEGIN {
        print "id,observed_on_string,observed_on,time_observed_at,time_zone,user_id,user_login," \
            "created_at,updated_at,quality_grade,license,url,image_url,tag_list,description," \
            "num_identification_agreements,num_identification_disagreements,captive_cultivated," \
            "place_guess,latitude,longitude,positional_accuracy,coordinates_obscured," \
            "species_guess,scientific_name,common_name,iconic_taxon_name,taxon_id"
        for (i = 1; i <= count; i++) {
            day = sprintf("2026-%02d-%02d", i % 12 + 1, i % 28 + 1)
            time = sprintf("%02d:%02d:00", i % 24, i % 60)
            printf "%d,%s %s CEST,%s,%s %s UTC,Berlin,%d,user%d,", 1e8 + i, day, time, day, day, \
                time, i % 90, i % 90
            printf "%s %s UTC,%s %s UTC,research,CC-BY,", day, time, day, time
            printf "https://example.org/observations/%d,https://example.org/photos/%d.jpeg,", i, i
            printf ",,%d,0,false,\"Park %d, Berlin\",%.6f,%.6f,%d,false,", i % 5, i % 40, \
                52 + i % 1000 / 1000, 13 + i % 997 / 997, i % 100 + 1
            printf "Beetle %d,Carabus numerus%d,Beetle %d,Insecta,%d\n", i % 300, i % 300, \
                i % 300, i % 300 + 1000
        }
    }' >"$data/records-$1.csv"
}

# A home with the records of a table.
recorded() {
    once "recorded-$1" scarybug --home "$data/recorded-$1" import "$(records "$1")"
    echo "$data/recorded-$1"
}

# Our program, quiet.
scarybug() { "$scarybug" "$@" >/dev/null; }
