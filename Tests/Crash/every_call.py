"""Kills single commands at each of their system calls that change files."""

from bench import Bench
from killing import Moment
from story import USERS, Story, quoted

# A kill at a call happens after all earlier calls, so these kills cover every state on disk.
CALLS = [
    "renameat", "renameat2", "linkat", "unlinkat", "unlink", "mkdirat", "write", "pwrite64",
    "ftruncate", "utimensat", "copy_file_range",
]  # fmt: skip


class EveryCall:
    ACTS = [
        Story.new, Story.set, Story.retag, Story.delete, Story.import_, Story.export, Story.field,
        Story.query,
    ]  # fmt: skip

    def __init__(self, program, folder, dice):
        self.bench = Bench(program, folder)
        self.dice = dice
        # The initial state: some documents and their index.
        story = Story(dice, self.bench.material, {})
        for act in [Story.new] * 6 + [Story.import_, Story.export_many, Story.query]:
            act(story)
        reports = self.bench.run(USERS[0], lines=[words for _, words in story.lines])
        self.world = story.reached(self.bench.world(), reports)
        self.bench.look_after(self.world)
        self.bench.keep()

    def run(self, act):
        """Kills the command of a story's `act` at each call. Returns the number of kills."""
        story = None
        while not story or not story.lines:
            story = Story(self.dice, self.bench.material, self.world, is_script=False)
            act(story)
        return sum(self.kill(story, call) for call in CALLS)

    def kill(self, story, call):
        kills = 0
        (user, words), = story.lines
        while True:
            self.bench.back()
            # The index notices that the documents were replaced, so it is rebuilt.
            self.bench.run(user, "list", "title")
            moment = Moment(call=call, count=kills + 1)
            self.bench.note(moment, [f"{user}: {quoted(words)}"])
            reports, has_ended = self.bench.start(user, *words, moment=moment)
            self.bench.check_log()
            world = story.reached(self.bench.world(), reports)
            if has_ended:
                return kills
            self.bench.look_after(world)
            kills += 1
