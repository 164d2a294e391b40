#!/bin/bash
# Finds damage and repairs it without loss. Documents beyond repair are moved to Lost and Found.
#
#     ./check.sh                        with scarybug on the search path
#     SCARYBUG=/opt/bin/scarybug ./check.sh
#
# Everything happens in a temporary directory, which is removed at the end.

set -eu -o pipefail

name=${SCARYBUG:-scarybug}
if ! scarybug=$(command -v "$name"); then
    echo "check.sh: there is no program '$name'; say where it is with SCARYBUG=PATH" >&2
    exit 1
fi
scarybug=$(realpath "$scarybug")
pictures=$(cd "$(dirname "$0")/pictures" && pwd)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export SCARYBUG_HOME=$work/home XDG_CACHE_HOME=$work/cache SCARYBUG_USER=alice

"$scarybug" new 'Bullet Ant' image="$pictures/bullet-ant.jpg"
"$scarybug" new Ladybird
"$scarybug" new 'Stag Beetle'
"$scarybug" check

echo '== What careless hands and failing disks do'
documents="$SCARYBUG_HOME/users/alice/Private Documents"
echo 'not a property list' >"$documents/2.scarybug/data.plist"
mv "$documents/1.scarybug/fullImage.jpg" "$documents/1.scarybug/FULLIMAGE.JPG"
mv "$documents/3.scarybug" "$documents/Copy of 3.scarybug"
ln -s /etc/passwd "$documents/1.scarybug/passwords"
"$scarybug" check || echo "exit status $?"

echo '== It is repaired'
"$scarybug" check --repair
"$scarybug" --json check
"$scarybug" list
ls "$documents/../Lost and Found"
