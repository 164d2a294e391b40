internal import Containers

/// The beginning of a page. Its style and its script are named by their hashes, and a browser runs and
/// loads nothing else (Content Security Policy, Level 3).
package struct PageHead {
    package let title: String
    package let style: String
    package var script = ""
    /// The style that a browser adds if it runs no scripts.
    package var styleWithoutScript = ""

    package init(title: String, style: String, script: String = "", styleWithoutScript: String = "")
    {
        (self.title, self.style, self.script, self.styleWithoutScript) = (
            title, style, script, styleWithoutScript
        )
    }

    package var text: String {
        let scripts = script.isEmpty ? "" : "script-src '\(Self.hash(script))'; "
        let styles = [style, styleWithoutScript].filter { !$0.isEmpty }
        let hashes = styles.map { "'\(Self.hash($0))'" }.joined(separator: " ")
        let noScript =
            styleWithoutScript.isEmpty
            ? "" : "\n<noscript><style>\(styleWithoutScript)</style></noscript>"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
            style-src \(hashes); \(scripts)base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <title>\(MarkupText.escaped(title))</title>
            <style>\(style)</style>\(noScript)
            </head>

            """
    }

    private static func hash(_ text: String) -> String {
        var hash = SHA256()
        Array(text.utf8).withUnsafeBytes { hash.add($0) }
        return "sha256-" + Base64Lines.encoded(hash.finish())
    }
}
