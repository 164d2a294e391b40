#compdef scarybug
# Completes the words of scarybug in zsh. The program finds them.
_scarybug() {
    local word summary
    local -a open final tilde
    case $QIPREFIX$PREFIX in
        # A quoted tilde would not be the home directory.
        \~*) tilde=(-f) ;;
        # The program has replaced the tilde, so the words begin differently.
        *\~*) tilde=(-U) ;;
    esac
    while IFS=$'\t' read -r word summary; do
        word=${${word//\\/\\\\}//:/\\:}
        summary=${summary:+:${summary//\\/\\\\}}
        case $word in
            *[=:,/]) open+=("$word$summary") ;;
            *) final+=("$word$summary") ;;
        esac
    done < <(command scarybug complete -- \
        "${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" 2>/dev/null)
    _describe -V word final $tilde -- open -S '' $tilde
}
if [[ $funcstack[1] == _scarybug ]]; then
    _scarybug "$@"
else
    compdef _scarybug scarybug
fi
