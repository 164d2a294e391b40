"""The scripts that run before a power failure."""

from material import Material


def begin(power):
    work = power.folder / "work"
    work.mkdir()
    Material(work)


def script(power):
    """Scripts. Their lines aren't synced separately."""
    begin(power)
    power.trace("new", [], ["new 'One' image=p40.jpg", "new Two", "new Three image=p5000.jpg"])
    power.trace("set", [], ["set 1 rating=4", "set 2 notes=hello", "set 1 rating=5"])
    power.trace("set many", [], ["set 1-3 place=wood", "set 2 tags=red", "set 1,3 tags=old"])
    power.trace("pictures", [], [
        "set 1 image=p5000.jpg", "set 1 image=p70000.jpg", "set 3 image=", "set 3 image=p40.jpg notes=x",
        "set 3 notes=y",
    ])  # fmt: skip
    power.trace("delete", [], ["delete 2", "new Again", "delete 1,3 --yes"])
    power.trace("delete unsynced", [], [
        "new Late", "set title:Late rating=2", "delete title:Late", "new Later",
    ])  # fmt: skip


def imports(power):
    begin(power)
    power.trace("import", [], ["import table.csv", "import many", "import guest3.scarybug"])
    power.trace("delete some", [], ["delete 3,6 --yes"])
    power.trace("into gaps", [], ["import guest3.scarybug guest7.scarybug guest12.scarybug"])


def choices(power):
    begin(power)
    power.trace("fields", [], ["new One", "field add habitat text", "set 1 habitat=wood"])
    power.trace("queries", [], ["query add best tag:red", "field add weather text", "query remove best"])


def commands(power):
    """Single commands. The change of each is durable when it is reported."""
    begin(power)
    for words in [
        "new One image=p40.jpg", "new Two", "set 1 rating=4", "set 1-2 place=wood", "set 1 image=p5000.jpg",
        "set 1 image=", "import guest3.scarybug", "import many", "field add habitat text",
        "query add best tag:red", "delete 1", "import guest3.scarybug", "delete 2-5 --yes", "new Three",
    ]:  # fmt: skip
        power.trace(words, words.split())


def reversals(power):
    begin(power)
    power.trace("documents", [], ["new One image=p40.jpg", "new Two", "new Three"])
    power.trace("undo in a script", [], [
        "set 1-3 place=wood", "undo", "redo", "delete 2", "set 1 image=", "undo 2", "new Four", "undo",
    ])  # fmt: skip
    for words in ["set 1-3 tags=red", "delete 2-3 --yes", "undo", "undo", "redo 2", "undo 3"]:
        power.trace(words, words.split())


def groups(power):
    begin(power)
    power.trace("documents", [], ["new One image=p40.jpg", "new Two", "new Three"])
    power.trace("groups", [], [
        "begin", "set 1-2 rating=1", "new Four", "set 1 image=", "commit", "set 3 rating=2", "begin",
        "delete 1", "set 2 notes=x", "rollback", "set 2 notes=y",
    ])  # fmt: skip
    power.trace("atomic", ["--atomic"], [
        "new Five", "set all place=wood", "set 1 notes=x", "import guest3.scarybug",
    ])  # fmt: skip
    power.trace("undo a group", ["undo"])


def syncs(power):
    """Scripts that are synced while they run, and commands that remove old steps."""
    begin(power)
    power.trace("synced", [], [
        "new One image=p40.jpg", "new Two", "set 1 rating=1", "", "set 1-2 rating=2", "delete 2",
        "new Three", "", "begin", "set 1 notes=x", "new Four", "", "set 1 notes=y",
    ])  # fmt: skip
    power.trace("again", [], ["set 1 rating=4", "new Again"])
    power.trace("forget", ["history", "forget"])
    power.trace("fewer steps", ["config", "historySteps=1"])
    for number in range(4):
        power.trace(f"step {number}", ["set", "1", f"rating={number}"])


def friends(power):
    """Copies that find each other, and what the workspace remembers of them."""
    begin(power)
    for words in [
        "new One image=p40.jpg", "import friend.scarybug", "export all out/ --to bob", "set 31 rating=1",
        "import newer.scarybug --update", "export 31 again.scarybug --to bob", "resolve 31 --other",
        "import friend.scarybug", "set 32 place=wood", "merge 31 32", "import again.scarybug --update", "delete 31",
        "undo",
    ]:  # fmt: skip
        power.trace(words, words.split())


STORIES = [script, imports, choices, commands, reversals, groups, syncs, friends]
