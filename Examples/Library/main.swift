import ScaryBugs

let now = Timestamp(secondsSince1970: 1_767_225_600)  // 2026-01-01
let workspace = Workspace(home: Home(path: "catalogue"), user: try UserName("alice"))

for (title, rating) in [("Potato Bug", 2), ("Bullet Ant", 4), ("Velvet Ant", 3.5)] {
    var data = try DocumentData(new: .bug, now: now)
    try data.set(.text(title), for: .title)
    try data.set(.rating(Float(rating)), for: .rating)
    print("added", try workspace.add(data, picture: nil).name.number)
}

let ants = try workspace.documentNames(
    in: Selection(["ant", "sort:-rating"], in: QueryContext(now: now)))
workspace.beginLine("rate all ants")
let edit = Workspace.DocumentEdit([.set(.rating, .rating(5))])
for result in try workspace.edit(ants, now: now, { _ in edit }) {
    let ant = try result.get()
    print("rated", ant.document?.number ?? 0, ant.title)
}

let export = try Export(from: workspace, to: nil, count: ants.count, replacing: false)
try export.write(ants) { print("exported", try $0.get().path) }

for restored in try workspace.undo().effects { print("restored", restored.title) }
