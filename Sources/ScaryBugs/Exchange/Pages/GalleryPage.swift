/// The parts of a gallery's page.
enum GalleryPage {
    static func beginning(_ title: String, _ count: Int) -> String {
        """
        <body>
        <header>
        <h1 dir="auto">\(MarkupText.escaped(title))</h1>
        <form class="controls" role="search">
        <label>Search <input id="search" type="search" autocomplete="off" aria-keyshortcuts="/"></label>
        <label>Sort by <select id="sort">
        <option value="">the order of the page</option>
        <option value="title">title</option>
        <option value="rating">scariness</option>
        <option value="seen">date, newest first</option>
        <option value="species">species</option>
        </select></label>
        <output id="count">\(count.counting("document"))</output>
        <a href="#places">Places</a>
        </form>
        </header>
        <main>
        <ul id="sheet">

        """
    }

    /// A document's part of the page.
    ///
    /// - Parameter picture: a JPEG file.
    static func card(of data: DocumentData, _ name: DocumentName, _ picture: [UInt8]?) -> String {
        let text = { (field: Field) in data[field]?.text ?? "" }
        let title = MarkupText.escaped(data.title)
        var rating: Float = 0
        if case .rating(let stars)? = data[.rating] { rating = stars }
        let species = MarkupText.escaped(text(.species))
        let seen = MarkupText.escaped(text(.seen))
        let image =
            picture.map {
                "<img loading=\"lazy\" decoding=\"async\" alt=\"Photograph of \(title)\" "
                    + "src=\"data:image/jpeg;base64,\(Base64Lines.encoded($0))\">"
            } ?? "<span class=\"none\">no picture</span>"
        var card = """
            <li class="card" id="d\(name.number)" data-title="\(title)" data-species="\(species)" \
            data-rating="\(rating.shortest)" data-seen="\(seen)">
            <button type="button" aria-haspopup="dialog" aria-label="Show \(title)">\(image)</button>
            <div class="about">
            <h2 dir="auto">\(title)</h2>

            """
        if !species.isEmpty { card += "<p class=\"species\" dir=\"auto\">\(species)</p>\n" }
        if rating > 0 {
            card +=
                "<p class=\"rating\" role=\"img\" aria-label=\"scariness \(rating.shortest) of 5\">"
            card += Stars.rounded(rating) + "</p>\n"
        }
        if !seen.isEmpty { card += "<p class=\"seen\">\(seen)</p>\n" }
        let details = details(of: data)
        if !details.isEmpty { card += "<dl>\n\(details)</dl>\n" }
        return card + "</div>\n</li>\n"
    }

    /// The fields that stand elsewhere on the card, or that mean nothing to people.
    private static let others = ["title", "species", "rating", "seen", "identifier"]
    /// The most characters of a text. A page is for looking.
    private static let mostCharacters = 2_000

    private static func details(of data: DocumentData) -> String {
        var details = ""
        data.forEachValue { field, value in
            if value.isEmpty || others.contains(field.name) || field.type == .timestamp { return }
            var text = value.text
            if text.count > mostCharacters { text = text.prefix(mostCharacters) + "…" }
            var shown = MarkupText.escaped(text)
            if case .position(let position) = value { shown = link(to: position) }
            let name = MarkupText.escaped(field.name)
            details += "<div><dt>\(name)</dt><dd dir=\"auto\">\(shown)</dd></div>\n"
        }
        return details
    }

    /// A link that opens a map on machines that know one (RFC 5870).
    static func link(to position: Position) -> String {
        let parts = position.parts
        let place = "\(parts.latitude),\(parts.longitude)"
        return "<a href=\"geo:\(place)\(parts.uncertainty.map { ";u=\($0)" } ?? "")\">"
            + "\(place)\(parts.uncertainty.map { " ± \($0) m" } ?? "")</a>"
    }

    static func end(_ places: GalleryPlaces) -> String {
        """
        </ul>
        <section id="places" aria-labelledby="places-heading" tabindex="-1">
        <h2 id="places-heading">Places</h2>
        \(places.text)</section>
        </main>
        <dialog id="large" aria-labelledby="large-heading">
        <div class="bar">
        <button type="button" id="previous" aria-keyshortcuts="ArrowLeft">Previous</button>
        <button type="button" id="next" aria-keyshortcuts="ArrowRight">Next</button>
        <button type="button" id="close">Close</button>
        </div>
        <h2 id="large-heading" dir="auto"></h2>
        <div id="large-picture"></div>
        <div id="large-about"></div>
        </dialog>
        <script>\(GalleryScript.text)</script>
        </body>
        </html>

        """
    }
}

/// The places of a gallery, each with its documents.
struct GalleryPlaces {
    private struct Place {
        let name: String
        let position: Position?
        var documents: [(number: Int, title: String)] = []
    }

    private var places: [String: Place] = [:]

    mutating func add(_ data: DocumentData, _ name: DocumentName) {
        let place = data[.place]?.text.trimmed ?? ""
        let position = data.position(in: .at)
        guard !place.isEmpty || position != nil else { return }
        let key = place + "\n" + (position?.text ?? "")
        places[key, default: Place(name: place, position: position)].documents
            .append((name.number, data.title))
    }

    var text: String {
        if places.isEmpty { return "<p>No document tells where.</p>\n" }
        let sorted = places.sorted { $0.key < $1.key }.map(\.value)
        return "<ul>\n" + sorted.map(Self.item).joined() + "</ul>\n"
    }

    private static func item(_ place: Place) -> String {
        let name = place.name.isEmpty ? "" : "<bdi>\(MarkupText.escaped(place.name))</bdi> "
        let position = place.position.map { GalleryPage.link(to: $0) } ?? ""
        let documents = place.documents.map { document in
            "<a href=\"#d\(document.number)\"><bdi>\(MarkupText.escaped(document.title))</bdi></a>"
        }
        return "<li>\(name)\(position): \(documents.joined(separator: ", "))</li>\n"
    }
}
