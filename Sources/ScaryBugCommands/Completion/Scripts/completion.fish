# Completes the words of scarybug in fish. The program finds them.
function __scarybug_words
    command scarybug complete -- (commandline -cp | string collect) 2>/dev/null
end
complete -c scarybug -f -k -a '(__scarybug_words)'
