/// The parts of a gallery's page.
package enum GalleryPage {
    /// How the page looks, on a light or dark screen and on paper.
    private static let style = text(PackageResources.gallery_css)
    /// Without a script, nothing can be searched or shown larger, so each card has its details.
    private static let styleWithoutScript = text(PackageResources.without_script_css)
    /// Searches, sorts, and shows a larger picture.
    private static let script = text(PackageResources.gallery_js)

    /// A file without the line feed at its end.
    private static func text(_ file: [UInt8]) -> String {
        String(decoding: file.dropLast(), as: UTF8.self)
    }

    package static func beginning(_ title: String, _ count: Int) -> String {
        PageHead(title: title, style: style, script: script, styleWithoutScript: styleWithoutScript)
            .text + """
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
    /// - Parameters:
    ///   - name: the number, or the name of the directory that tells apart documents with one number.
    ///   - pictures: JPEG files, the first one for the card.
    package static func card(
        of data: DocumentData, _ name: String, _ pictures: [[UInt8]]
    ) -> String {
        let text = { (field: Field) in data[field]?.text ?? "" }
        let title = MarkupText.escaped(data.title)
        var rating: Float = 0
        if case .rating(let stars)? = data[.rating] { rating = stars }
        let species = MarkupText.escaped(text(.species))
        var (seen, times) = ("", "")
        if case .date(let date)? = data[.seen] {
            seen = MarkupText.escaped(date.pageText)
            let (first, last) = (date.period.start.clock, date.period.end.clock)
            times = " data-first=\"\(first)\" data-last=\"\(last)\""
        }
        let images = pictures.enumerated().map { place, picture in
            "<img loading=\"lazy\" decoding=\"async\" alt=\"Photograph "
                + "\(place == 0 ? "" : "\(place + 1) ")of \(title)\" "
                + "src=\"data:image/jpeg;base64,\(Base64Lines.encoded(picture))\">"
        }
        let image = images.first ?? "<span class=\"none\">no picture</span>"
        let others = images.dropFirst().joined(separator: "\n")
        var card = """
            <li class="card" id="d\(name)" data-title="\(title)" data-species="\(species)" \
            data-rating="\(rating.shortest)" data-seen="\(MarkupText.escaped(text(.seen)))"\(times)>
            <button type="button" aria-haspopup="dialog" aria-label="Show \(title)">\(image)</button>
            <div class="more">\(others)</div>
            <label class="pick"><input type="checkbox" value="\(name)"> \(name)</label>
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
    /// The fields that paper has, too.
    private static let printed = Set([Field.place, .observer, .license, .credit].map(\.name))
    /// The most characters of a text. A page is for looking.
    private static let mostCharacters = 2_000

    private static func details(of data: DocumentData) -> String {
        var details = ""
        data.forEachValue { field, value in
            if value.isEmpty || others.contains(field.name) || field.type == .timestamp { return }
            var text = value.pageText
            if text.count > mostCharacters { text = text.prefix(mostCharacters) + "…" }
            var shown = MarkupText.escaped(text)
            if case .position(let position) = value { shown = link(to: position) }
            let name = MarkupText.escaped(field.name)
            let isPrinted = printed.contains(field.name) ? " class=\"printed\"" : ""
            details += "<div\(isPrinted)><dt>\(name)</dt><dd dir=\"auto\">\(shown)</dd></div>\n"
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

    package static func end(_ places: GalleryPlaces) -> String {
        """
        </ul>
        <section id="places" aria-labelledby="places-heading" tabindex="-1">
        <h2 id="places-heading">Places</h2>
        \(places.text)</section>
        <div id="ticked" hidden>
        <label>Ticked <input id="selection" readonly></label>
        <button type="button" id="copy">Copy</button>
        <button type="button" id="untick">Untick all</button>
        </div>
        </main>
        <dialog id="large" aria-labelledby="large-heading">
        <div class="bar">
        <button type="button" id="previous" aria-keyshortcuts="ArrowLeft">Previous</button>
        <button type="button" id="next" aria-keyshortcuts="ArrowRight">Next</button>
        <label><input type="checkbox" id="large-tick"> <span id="large-number"></span></label>
        <button type="button" id="close">Close</button>
        </div>
        <h2 id="large-heading" dir="auto" tabindex="-1" aria-live="polite"></h2>
        <div id="large-picture"></div>
        <div id="large-about"></div>
        </dialog>
        <script>\(script)</script>
        </body>
        </html>

        """
    }
}

extension FieldValue {
    /// The value for people.
    fileprivate var pageText: String {
        switch self {
        case .list(let values): values.joined(separator: ", ")
        case .date(let date): date.pageText
        default: text
        }
    }
}

extension EDTFDate {
    /// The date as on labels, and the time of day that somebody entered: `12.v.2026 14:30`.
    fileprivate var pageText: String {
        guard !text.utf8.contains(UInt8(ascii: "/")), let halves = text.halves(around: "T") else {
            return labelText
        }
        return labelText + " " + halves.1
    }
}

/// The places of a gallery, each with its documents.
package struct GalleryPlaces {

    package init() {}
    private struct Place {
        let name: String
        let position: Position?
        var documents: [(name: String, title: String)] = []
    }

    private var places: [String: Place] = [:]

    /// - Parameter name: the name of the document's card.
    package mutating func add(_ data: DocumentData, _ name: String) {
        let place = data[.place]?.text.trimmed ?? ""
        let position = data.position(in: .at)
        guard !place.isEmpty || position != nil else { return }
        let key = place + "\n" + (position?.text ?? "")
        places[key, default: Place(name: place, position: position)].documents
            .append((name, data.title))
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
            "<a href=\"#d\(document.name)\"><bdi>\(MarkupText.escaped(document.title))</bdi></a>"
        }
        return "<li>\(name)\(position): \(documents.joined(separator: ", "))</li>\n"
    }
}
