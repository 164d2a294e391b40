# galleries of 300 photographs of 12 megapixels, and of 100 small ones, in processor time
processor=(bash -o pipefail -c 'TIMEFORMAT="%U %S"
    { time "$@" >/dev/null 2>&1; } 2>&1 | awk "{ print \$1 + \$2 }"' bash)

# gallery NAME HOME GOAL ROUNDS
gallery() {
    local pictures
    pictures=(sh -c 'cd "$0" && exec vipsthumbnail -s "400x400>" -o "$1/%s.jpg[Q=60,strip]" \
        */fullImage.jpg' "$(documents "$2")" "$runs")

    work "gallery of $1, processor time" "$4" -o
    ours "XDG_CACHE_HOME=$runs/gallery-cache-ROUND" "${processor[@]}" \
        "$scarybug" --home "$2" gallery "$runs/gallery.html" --force all
    beside "vipsthumbnail" "$3" "${processor[@]}" "${pictures[@]}"
    compare

    work "gallery of $1, once more" "$4" -o
    ours "${processor[@]}" "$scarybug" --home "$2" gallery "$runs/gallery.html" --force all
    beside "vipsthumbnail" 0.5 "${processor[@]}" "${pictures[@]}"
    compare
}

small=$(pictured 100 1)
large=$(pictured 300 10)
gallery "100 small" "$small" 2 7
gallery "300 of 12 megapixels" "$large" 1.3 3
