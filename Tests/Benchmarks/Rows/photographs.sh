# import of 500 photographs of 12 megapixels, and of 1,000 small ones, also in processor time
processor=(bash -o pipefail -c 'TIMEFORMAT="%U %S"
    { time "$@" >/dev/null 2>&1; } 2>&1 | awk "{ print \$1 + \$2 }"' bash)

# import NAME DIRECTORY GOAL
import() {
    local import=("$scarybug" --home "$runs/imported-ROUND" import "$2") thumbnails
    thumbnails=(sh -c 'mkdir -p "$1" && cd "$0" && ls | xargs -n 50 vipsthumbnail --vips-concurrency=1 \
        -s "160x160>" -o "$1/%s.jpg[Q=75,strip]"' "$2" "$runs/thumbnails")
    work "import of $1, processor time" 3 -o
    ours "${processor[@]}" "${import[@]}"
    beside "vipsthumbnail" "$3" "${processor[@]}" "${thumbnails[@]}"
    compare
    rm -rf "$runs"/imported-*

    work "import of $1" 1
    ours "${import[@]}"
    beside "vipsthumbnail" "$3" "${thumbnails[@]}"
    compare
    rm -rf "$runs"/imported-*
}

small=$(card 1000 1)
large=$(card 500 10)
import "1,000 photographs of 400 by 300" "$small" 1.5
import "500 of 12 megapixels" "$large" 1.25
