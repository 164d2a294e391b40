"""A random script, and the expected state after each of its steps."""

USERS = ["alice", "bob"]
WORDS = ["wood", "garden", "night", "Étang", "two words", "x" * 3000]
TAGS = ["red", "green", "old", "seen"]
FOLDERS = ["out", "box"]

from disk import Finding


def differences(world, found):
    """The differences: the found and the expected value of each place."""
    return {
        place: (found.get(place), world.get(place))
        for place in found | world
        if found.get(place) != world.get(place)
    }


def quoted(words):
    """A line that the program parses into these words."""
    return " ".join(f"'{word}'" if " " in word else word for word in words) + "\n"


def at_once(lines):
    """The text of lines with long comments."""
    return "".join(line.removesuffix("\n") + " # " + "long " * 50 + "\n" for line in lines)


class Story:
    """Lines for the program, and a list of steps with the report of each and the state after it.

    A line that changes several documents has a step for each.
    """

    def __init__(self, dice, material, world, is_script=True):
        self.dice = dice
        self.is_script = is_script
        self.material = material
        self.world = world
        # The world to which `undo_step` and `redo_step` lead.
        self.earlier = world
        self.user = USERS[0]
        self.titles = 0
        # The user and the words of each line.
        self.lines = []
        self.reports = []
        self.worlds = [world]

    def go_on(self, count):
        """Adds a number of lines."""
        kinds = {
            self.new: 8, self.set: 8, self.retag: 2, self.set_many: 2, self.delete: 3, self.import_: 4,
            self.export: 4, self.export_many: 1, self.field: 2, self.query: 2, self.login: 1,
            self.list: 3, self.refresh: 1,
        }  # fmt: skip
        if self.is_script:
            kinds |= {self.group: 2, self.undo: 1}
        for _ in range(count):
            self.dice.choices(list(kinds), list(kinds.values()))[0]()
        # Some kinds add no line if there is nothing to change.
        if not self.lines:
            self.list()

    def reached(self, found, reports):
        """Checks that the found state is one of the story's, and not older than the reports."""
        for report, expected in zip(reports, self.reports):
            if any(report.get(key) != value for key, value in expected.items()):
                raise Finding(f"it reported {report} instead of {expected}")
        possible = [world for world in self.worlds[len(reports) :] if world is not None]
        if found not in possible:
            nearest = min((differences(world, found) for world in possible), key=len)
            raise Finding(f"after {len(reports)} reports there is {nearest}")
        return found

    # State

    def numbers(self):
        return sorted(key[1] for key in self.world if key[0] == self.user and len(key) == 2)

    def chosen(self, what):
        return sorted(key[2] for key in self.world if key[:2] == (self.user, what))

    def document(self, number):
        return self.world[(self.user, number)]

    # Steps

    def step(self, report, key=None, value=None):
        """Adds a step: its report, and the new value of a place, None if it is removed."""
        if key:
            self.world = {place: it for place, it in self.world.items() if place != key}
            if value is not None:
                self.world[key] = value
        self.reports.append(report)
        self.worlds.append(self.world)

    def together(self, begin):
        """Makes the steps since `begin` one transaction, which a kill can't split."""
        for place in range(begin, len(self.worlds) - 1):
            self.worlds[place] = None

    def group(self):
        """Lines that take effect together, or not at all: they are reported at their end."""
        self.line("begin")
        begin = len(self.worlds)
        for _ in range(self.dice.randint(1, 4)):
            self.dice.choice([self.new, self.set, self.retag, self.set_many, self.delete])()
        if self.dice.random() < 0.7:
            self.line("commit")
            self.together(begin)
        else:
            self.line("rollback")
            del self.worlds[begin:], self.reports[begin - 1 :]
            self.world = self.worlds[-1]

    def open_group(self):
        """A group that has no end, so that all of it is taken back."""
        self.line("begin")
        begin, world = len(self.worlds), self.world
        self.several()
        # It reads the documents, so the changes are on the disk.
        self.list()
        self.several()
        del self.worlds[begin:], self.reports[begin - 1 :]
        self.world = world

    def undo(self):
        """Does something and undoes it, in the same script."""
        begin = len(self.reports)
        world = self.world
        self.dice.choice([self.new, self.delete])()
        changes = self.reports[begin:]
        if not changes:
            return
        self.line("undo")
        self.step({"action": "undid"})
        for report in changes:
            self.step(report)
        self.world = self.worlds[-1] = world
        self.together(begin + len(changes) + 1)

    def undo_step(self):
        """Undoes the newest step of the history."""
        self.revert("undo", "undid")

    def redo_step(self):
        """Redoes the step that was just undone."""
        self.revert("redo", "redid")

    def revert(self, command, action):
        self.line(command)
        self.step({"action": action})
        # A line follows for each document, also for one that looks as it did.
        self.world = self.worlds[-1] = self.earlier
        self.worlds += [self.world] * len(self.world) * 2

    def several(self):
        """A change of each kind to documents, in one step."""
        for act in [self.delete, self.set, self.repicture, self.new, self.retag, self.set_many]:
            act()

    def several_and_one_step(self):
        """Lets the history keep one step, so that the next one makes it forget these."""
        self.line("config", "historySteps=1")
        self.step({})
        self.several()

    def forget(self):
        """A step that makes the history forget others."""
        self.retag()

    def repicture(self):
        for number in self.some(1):
            document = dict(self.document(number))
            self.line("set", str(number), f"image={self.picture(document)}")
            self.put(number, document)

    def put(self, number, document):
        document = {key: value for key, value in document.items() if value}
        report = {"number": number, "title": document["title"]}
        self.step(report, (self.user, number), document)

    def line(self, *words):
        self.lines.append((self.user, words))

    # Lines

    def edits(self, document):
        """Some assignments, and the document after they are applied."""
        document = dict(document)
        words = []
        fields = ["notes", "tags", "place", "image"] + self.chosen("fields")
        fields += ["rating"] * (document["kind"] != "book")
        for field in self.dice.sample(fields, self.dice.randint(1, 3)):
            value = self.value(field, document)
            words.append(f"{field}={value}")
        return words, document

    def value(self, field, document):
        if field == "image":
            return self.picture(document)
        if field == "rating":
            document[field] = self.dice.randrange(11) / 2
            return document[field]
        if field == "tags":
            document[field] = self.dice.sample(TAGS, self.dice.randrange(3))
            return ",".join(document[field])
        document[field] = self.dice.choice(WORDS + [""])
        return document[field]

    def picture(self, document):
        """Replaces a picture of any type, and its thumbnail. The same picture changes nothing."""
        name = self.dice.choice([*self.material.pictures, ""])
        pictures = [name for name in document if name.endswith((".jpg", ".png"))]
        photograph = [document[name] for name in pictures if name.startswith("fullImage")]
        if name and photograph == [self.material.pictures[name]]:
            return name
        for old in pictures:
            del document[old]
        if name:
            extension = "png" if document["kind"] == "creature" else "jpg"
            document[f"fullImage.{extension}"] = self.material.pictures[name]
        return name

    def new(self):
        self.titles += 1
        kind = self.dice.choice(["bug", "bug", "bug", "creature", "book"])
        document = {"kind": kind, "title": f"Title {self.titles}"}
        words, document = self.edits(document)
        self.line("new", document["title"], *words, "--kind", kind)
        self.put(max(self.numbers(), default=0) + 1, document)

    def set(self):
        for number in self.some(1):
            words, document = self.edits(self.document(number))
            if self.is_script and self.dice.random() < 0.2:
                self.line("open", str(number))
                self.step({"number": number})
                self.line("set", *words)
            else:
                self.line("set", str(number), *words)
            self.put(number, document)

    def retag(self):
        """An edit without a picture that changes the results of queries."""
        for number in self.some(1):
            document = self.document(number)
            tag = "old" if "red" in document.get("tags", []) else "red"
            self.line("set", str(number), f"tags={tag}")
            self.put(number, document | {"tags": [tag]})

    def set_many(self):
        numbers = self.numbers()
        if not numbers:
            return
        first, last = sorted(self.dice.choices(numbers, k=2))
        notes = self.dice.choice(WORDS)
        self.line("set", f"{first}-{last}", f"notes={notes}")
        begin = len(self.worlds)
        for number in [number for number in numbers if first <= number <= last]:
            self.put(number, self.document(number) | {"notes": notes})
        self.together(begin)

    def some(self, most):
        return sorted(self.dice.sample(self.numbers(), min(most, len(self.numbers()))))

    def delete(self):
        numbers = self.some(self.dice.choice([1, 1, 3]))
        if not numbers:
            return
        self.line("delete", ",".join(map(str, numbers)))
        begin = len(self.worlds)
        for number in numbers:
            title = self.document(number)["title"]
            self.step({"number": number, "title": title}, (self.user, number), None)
        self.together(begin)

    def import_(self):
        names = self.dice.choices(list(self.material.sources), k=self.dice.choice([1, 1, 3]))
        self.line("import", *names)
        for name in names:
            self.take(self.material.sources[name])

    def take(self, arrivals):
        """Documents keep free numbers. The others get numbers after the highest."""
        taken = set(self.numbers())
        places = []
        for number, _ in arrivals:
            places.append(None if number in taken else number)
            taken.add(number)
        taken = set(self.numbers()) | {number for number in places if number}
        for place, (_, document) in zip(places, arrivals):
            number = place or max(taken, default=0) + 1
            taken.add(number)
            self.put(number, document)

    def meet(self):
        """Takes the document of a friend."""
        self.line("import", "friend.scarybug")
        self.take([(31, self.material.friend)])

    def meet_twice(self):
        self.meet()
        self.line("import", "newer.scarybug")
        self.take([(31, self.material.newer)])

    def part(self):
        """Has a conflict with the friend: both ratings have no known author."""
        self.meet()
        self.update()

    def friends(self):
        """The numbers of the friend's document and its copy."""
        return [number for number in self.numbers() if self.document(number)["title"] == "Friend"]

    def merged(self):
        """Both versions as one document."""
        return self.document(self.friends()[0]) | self.material.newer

    def update(self):
        number, = self.friends()
        self.line("import", "newer.scarybug", "--update")
        self.put(number, self.merged())

    def sync(self):
        """Takes the friend's newer document from a shared folder, and writes three others into it."""
        numbers = self.numbers()[:3]
        self.line("sync", "share", f"{numbers[0]}-{numbers[-1]}", "--all-fields")
        number, = self.friends()
        self.put(number, self.merged())
        for number in numbers:
            document = self.document(number)
            self.world = self.world | {("share", document["title"]): document}
            self.worlds.append(self.world)
        self.step({"changed": 1, "wrote": len(numbers)})

    def merge(self):
        number, other = self.friends()
        self.line("merge", str(number), str(other))
        begin = len(self.worlds)
        self.put(number, self.merged())
        self.step({"number": other, "title": "Friend"}, (self.user, other), None)
        self.together(begin)

    def resolve(self):
        number, = self.friends()
        self.line("resolve", str(number), "rating", "--other")
        self.put(number, self.document(number) | {"rating": self.material.friend["rating"]})

    def export_to(self):
        number, = self.friends()
        self.line("export", str(number), "out/friend", "--to", "bob", "--force")
        report = {"number": number, "path": "out/friend"}
        self.step(report, ("export", "out/friend"), self.document(number))

    def send(self):
        """Puts a message with a document into the own inbox."""
        number, = self.some(1)
        document = self.document(number)
        self.line("send", str(number), self.user)
        self.step({"number": number, "to": [self.user]}, self.message(document), [document, "new"])

    def message(self, document):
        """The place of a message in the world."""
        return ("inbox", self.user, document["title"])

    def accept(self):
        """Takes in the document of the only message, and then marks the message."""
        (document, _), = [value for key, value in self.world.items() if key[0] == "inbox"]
        self.line("accept", "--copies")
        self.take([(None, document)])
        self.world = self.world | {self.message(document): [document, "accepted"]}
        self.worlds.append(self.world)

    def backup(self):
        """Replaces the backup, which holds the same documents as before but for their tags."""
        self.line("backup", self.material.backup)
        self.step({"documents": len(self.numbers())})

    def restore(self):
        self.line("restore", self.material.backup)
        begin = len(self.worlds)
        self.take(self.material.saved)
        self.together(begin)

    def export(self):
        for number in self.some(1):
            form = self.dice.choice(["scarybug", "scarybug", "directory"])
            path = f"{self.dice.choice(FOLDERS)}/{form}{self.dice.randrange(4)}"
            if form == "directory":
                # Only a directory with the same files is replaced.
                path += "".join(sorted(name[0] for name in self.document(number) if "Image." in name))
            self.line("export", str(number), path, "--force", "--format", form)
            self.step(
                {"number": number, "path": path}, ("export", path), self.document(number)
            )

    def export_many(self):
        if not self.numbers():
            return
        self.line("export", "all", "box", "--force")
        taken = set()
        for number in self.numbers():
            title = self.document(number)["title"]
            count = 1
            while (title, count) in taken:
                count += 1
            taken.add((title, count))
            path = f"box/{title}{'' if count == 1 else f' {count}'}.scarybug"
            self.step(
                {"number": number, "path": path}, ("export", path), self.document(number)
            )

    def field(self):
        name = self.dice.choice(["habitat", "weather"])
        self.choose("fields", "field", name, "text", "text")

    def query(self):
        name = self.dice.choice(["mine", "best"])
        self.choose("queries", "query", name, "tag:red", ["tag:red"])

    def choose(self, what, command, name, word, value):
        key = (self.user, what, name)
        if key in self.world:
            self.line(command, "remove", name)
            self.step({"name": name}, key, None)
        else:
            self.line(command, "add", name, word)
            self.step({"name": name}, key, value)

    def login(self):
        user = self.dice.choice(USERS)
        if self.is_script:
            self.line("login", user)
            self.step({"user": user})
        self.user = user

    def list(self):
        tag = self.dice.choice(TAGS)
        self.line("list", f"tag:{tag}")
        for number in self.numbers():
            if tag in self.document(number).get("tags", []):
                self.step({"number": number, "title": self.document(number)["title"]})

    def list_all(self):
        self.line("list")
        for number in self.numbers():
            self.step({"number": number, "title": self.document(number)["title"]})

    def refresh(self):
        self.line("refresh")
        self.step({})
