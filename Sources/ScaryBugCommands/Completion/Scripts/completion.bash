# Completes the words of scarybug in bash. The program finds and quotes them.
_scarybug() {
    local word label words=() labels=()
    while IFS= read -r word && IFS= read -r label; do
        words+=("$word") labels+=("$label")
    done < <(command scarybug complete --bash="$2" -- \
        "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    COMPREPLY=("${words[@]}")
    if [[ ${#words[@]} == 1 ]]; then
        if [[ ${words[0]} == *[=:,/] ]]; then compopt -o nospace; fi
    elif [[ $COMP_TYPE == 63 ]]; then
        COMPREPLY=("${labels[@]}")
    fi
}
complete -o nosort -F _scarybug scarybug
