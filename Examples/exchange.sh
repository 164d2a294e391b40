#!/bin/bash
# Alice and Bob each keep a catalogue on this machine, and send single bugs to each other.
#
#     ./exchange.sh                        with scarybug on the search path
#     SCARYBUG=/opt/bin/scarybug ./exchange.sh
#
# Everything happens in a temporary directory, which is removed at the end.

set -eu -o pipefail

name=${SCARYBUG:-scarybug}
if ! scarybug=$(command -v "$name"); then
    echo "exchange.sh: there is no program '$name'; say where it is with SCARYBUG=PATH" >&2
    exit 1
fi
scarybug=$(realpath "$scarybug")
pictures=$(cd "$(dirname "$0")/pictures" && pwd)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export SCARYBUG_HOME=$work/home XDG_CACHE_HOME=$work/cache

alice() { "$scarybug" --user alice "$@"; }
bob() { "$scarybug" --user bob "$@"; }
part() { printf '\n== %s\n' "$*"; }

echo '== Each has a catalogue, and each counts from 1'

echo 'Alice:'
alice new 'Seven-Spot Ladybird' rating=0.5 species='Coccinella septempunctata' \
    tags=beetle,garden image="$pictures/ladybird.jpg"
alice new 'Stag Beetle' rating=2 species='Lucanus cervus' tags=beetle \
    image="$pictures/stag-beetle.jpg"
alice new 'Garden Spider' rating=3.5 species='Araneus diadematus' tags=spider,garden \
    image="$pictures/garden-spider.jpg"
echo 'Bob:'
bob new 'Red Wood Ant' rating=1.5 species='Formica rufa' tags=ant
bob new 'European Hornet' rating=3 species='Vespa crabro' tags=wasp

part 'Alice writes bundles, one file for each bug'

mkdir post
alice export 1-2 post

part 'Bob looks before he takes: his own 1 and 2 are in the way'

bob preview post/*.scarybug

part 'An import overwrites nothing: what arrives gets the next free number'

bob import post/*.scarybug

part 'Without a file: through a pipe'

alice export 3 - | bob import -

part 'Nothing was lost on the way: the picture is the same, byte for byte'

# A document is a directory that any program can read. The picture is a separate file.
cmp "$pictures/garden-spider.jpg" \
    "$SCARYBUG_HOME/users/bob/Private Documents/5.scarybug/fullImage.jpg"
echo 'garden-spider.jpg arrived as it was'

part 'The same bundle again makes a second document'

bob import 'post/Stag Beetle.scarybug'

part 'A bundle that was cut in half is refused'

size=$(wc -c < 'post/Stag Beetle.scarybug')
head -c $((size / 2)) 'post/Stag Beetle.scarybug' > post/half.scarybug
find "$SCARYBUG_HOME" -type f -exec cksum {} + | sort > before
status=0
bob import post/half.scarybug || status=$?  # the reason goes to standard error
find "$SCARYBUG_HOME" -type f -exec cksum {} + | sort > after
cmp before after
echo "exit status $status, and not a byte of the catalogue changed"

part 'Bob changes his copy and hands it back; Alice keeps hers, too'

bob set 5 rating=1 notes='Alice, it is harmless!'
bob export 5 - | alice import -

part 'What they have in the end'

echo 'Alice:'
alice list
echo 'Bob:'
bob list
