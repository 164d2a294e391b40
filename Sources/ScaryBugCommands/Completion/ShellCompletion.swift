/// A shell, and its script that completes the words of the program.
///
/// Each script passes the line up to the cursor to `scarybug complete`, which prints the
/// candidates. After a word that ends in `=`, `:`, `,` or `/` no blank follows.
enum ShellCompletion: String, CaseIterable {
    case bash, zsh, fish

    var script: String {
        switch self {
        case .bash:
            // Bash inserts a word as it is, and runs what it finds in it. So the program quotes the
            // word. Bash asks again with the type 63 before it lists candidates. It inserts a
            // single one even then.
            #"""
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
            """#
        case .zsh:
            #"""
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
            """#
        case .fish:
            #"""
            # Completes the words of scarybug in fish. The program finds them.
            function __scarybug_words
                command scarybug complete -- (commandline -cp | string collect) 2>/dev/null
            end
            complete -c scarybug -f -k -a '(__scarybug_words)'
            """#
        }
    }
}
