/// A shell, and its script that completes the words of the program.
///
/// Each script passes the line up to the cursor to `scarybug complete`, which prints a candidate a
/// line: the word, a tab, its meaning. After a word that ends in `=`, `:`, `,` or `/` no blank follows.
enum ShellCompletion: String, CaseIterable {
    case bash, zsh, fish

    var script: String {
        switch self {
        case .bash:
            // Bash replaces only what follows a `:` or `=` of the word, which is `$2`. It asks again
            // with the type 63 before it lists candidates.
            #"""
            # Completes the words of scarybug in bash. The program finds them.
            _scarybug() {
                local word summary quote
                COMPREPLY=()
                case ${COMP_WORDS[COMP_CWORD]} in \'* | \"*) quote=open ;; esac
                while IFS=$'\t' read -r word summary; do
                    if [[ -z $quote ]]; then
                        printf -v word %q "$word"
                        # A quoted tilde would not be the home directory.
                        word=${word/#\\~/\~}
                    fi
                    if [[ $COMP_TYPE == 63 && -n $summary ]]; then word+="  $summary"; fi
                    COMPREPLY+=("$word")
                done < <(command scarybug complete -- "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
                if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=:,/] ]]; then
                    compopt -o nospace
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
