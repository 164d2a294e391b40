"""Kills single commands at each of their system calls that change files."""

from contextlib import nullcontext

from bench import Bench
from killing import Moment
from neighbour import Neighbour
from round import WAYS
from story import USERS, Story, quoted

# A kill at a call happens after all earlier calls, so these kills cover every state on disk.
CALLS = [
    "renameat", "renameat2", "linkat", "unlinkat", "unlink", "mkdirat", "write", "pwrite64",
    "ftruncate", "utimensat", "copy_file_range",
]  # fmt: skip


class EveryCall:
    ACTS = [
        Story.new, Story.set, Story.retag, Story.delete, Story.import_, Story.export, Story.field,
        Story.query, Story.backup, Story.restore, Story.undo_step, Story.redo_step, Story.forget,
        Story.update, Story.resolve, Story.merge, Story.export_to, Story.send, Story.accept,
        Story.sync,
    ]  # fmt: skip
    # The step before the one that is killed.
    EARLIER = {
        Story.undo_step: Story.several, Story.redo_step: Story.several,
        Story.forget: Story.several_and_one_step, Story.update: Story.meet, Story.resolve: Story.part,
        Story.merge: Story.meet_twice, Story.export_to: Story.part, Story.send: Story.part,
        Story.accept: Story.send, Story.sync: Story.meet,
    }  # fmt: skip

    def __init__(self, program, folder, dice):
        self.bench = Bench(program, folder)
        self.dice = dice
        # The initial state: some documents and their index.
        story = Story(dice, self.bench.material, {})
        for act in [Story.new] * 6 + [Story.import_, Story.export_many, Story.query]:
            act(story)
        reports = self.bench.run(USERS[0], lines=[words for _, words in story.lines])
        self.world = story.reached(self.bench.world(), reports)
        self.bench.run(USERS[0], "backup", self.bench.material.backup)
        self.bench.material.saved = [(number, story.document(number)) for number in story.numbers()]
        self.bench.look_after(self.world)
        self.bench.keep()

    def run(self, act):
        """Kills the command of a story's `act` at each call. Returns the number of kills."""
        before = Story(self.dice, self.bench.material, self.world)
        self.EARLIER.get(act, Story.retag)(before)
        worlds = [self.world, before.world]
        self.is_undone = act is Story.redo_step
        if self.is_undone:
            worlds.reverse()
        story = None
        while not story or not story.lines:
            story = Story(self.dice, self.bench.material, worlds[1], is_script=False)
            story.earlier = worlds[0]
            act(story)
        return sum(self.kills(before, story, call, way) for way in WAYS for call in CALLS)

    def kills(self, before, story, call, way):
        count = 0
        while self.kill(before, story, Moment(call=call, count=count + 1), way):
            count += 1
        return count

    def kill(self, before, story, moment, way):
        """Returns whether the program was killed before its end."""
        (user, words), = story.lines
        self.bench.back()
        self.bench.note(f"{moment}, {way}", [f"{user}: {quoted(words)}"])
        beside = Neighbour(self.bench) if way == "beside another" else nullcontext()
        with beside as neighbour:
            if neighbour:
                neighbour.tell(before)
            else:
                self.bench.run(user, lines=[words for _, words in before.lines])
            if self.is_undone:
                self.bench.run(user, "undo")
            # The index notices that the documents were replaced, so it is rebuilt.
            self.bench.run(user, "list", "title")
            reports, has_ended = self.bench.start(user, *words, moment=moment)
            self.bench.check_log()
            if way == "copied":
                self.bench.move_home()
            world = story.reached(self.bench.world(), reports)
            if neighbour:
                world = neighbour.go_on(world, self.dice)
        self.bench.expect(world)
        self.bench.look_after(world)
        return not has_ended
