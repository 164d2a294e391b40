"""Kills a command at each system call of the recovery from an earlier kill."""

from every_call import CALLS, EveryCall
from killing import Moment
from story import USERS, Story, quoted


class Recovery(EveryCall):
    """A script was killed: when its batch was committed, between its renames, or in a group."""

    # A group has changes on the disk when the program waits for its next line.
    DEATHS = [
        (Story.several, Moment(call="renameat", count=1)),
        (Story.several, Moment(call="renameat2", count=1)),
        (Story.several, Moment(call="renameat2", count=3)),
        (Story.open_group, Moment(seconds=1)),
        (Story.open_group, Moment(call="renameat2", count=2)),
    ]  # fmt: skip

    def run(self):
        """Returns the number of kills."""
        return sum(self.recover(act, death) for act, death in self.DEATHS)

    def recover(self, act, death):
        self.bench.back()
        story = Story(self.dice, self.bench.material, self.world)
        act(story)
        lines = "".join(quoted(words) for _, words in story.lines)
        pieces = [(0, lines), (2 * death.seconds if not death.call else 0, "")]
        reports, has_ended = self.bench.start(USERS[0], pieces=pieces, moment=death)
        if has_ended:
            return 0
        self.bench.check_log()
        expected = story.reached(self.bench.world(), reports)
        self.bench.keep("dead")
        return sum(
            self.kills_of_recovery(call, way, death, expected)
            for way in ["copied" if death.count == 1 else "alone"] for call in CALLS
        )  # fmt: skip

    def kills_of_recovery(self, call, way, death, expected):
        count = 0
        while self.kill_recovery(Moment(call=call, count=count + 1), way, death, expected):
            count += 1
        return count

    def kill_recovery(self, moment, way, death, expected):
        """Returns whether the program was killed before its end."""
        self.bench.back("dead")
        self.bench.note(f"{moment}, {way}, after a kill {death}", ["count\n"])
        _, has_ended = self.bench.start(USERS[0], "count", moment=moment)
        self.bench.check_log()
        if way == "copied":
            self.bench.move_home()
        self.bench.expect(expected)
        self.bench.look_after(expected)
        return not has_ended
