"""Runs and kills a few sessions in one home, and checks the remaining files."""

from contextlib import nullcontext

from killing import Moment
from neighbour import Neighbour
from story import Story, at_once, quoted

# By itself; while another session stays open; in a home that is copied before the recovery.
WAYS = ["alone", "beside another", "copied"]


class Pace:
    """The time of a script in seconds, and the count of each of its system calls."""

    def __init__(self, seconds, calls):
        self.seconds, self.calls = seconds, calls


class Round:
    LINES = 60
    SESSIONS = 3

    def __init__(self, bench, dice, pace):
        self.bench, self.dice, self.pace = bench, dice, pace
        self.way = dice.choice(WAYS)

    def run(self):
        """Returns the number of kills that interrupted the program."""
        beside = Neighbour(self.bench) if self.way == "beside another" else nullcontext()
        with beside as neighbour:
            kills, world = self.sessions(neighbour)
        self.bench.expect(world)
        self.bench.look_after(world)
        return kills

    def sessions(self, neighbour):
        """Returns the number of kills, and the world after them."""
        kills = 0
        world = neighbour.go_on({}, self.dice) if neighbour else {}
        for _ in range(self.SESSIONS):
            self.bench.keep()
            is_script = self.dice.random() < 0.7
            story = Story(self.dice, self.bench.material, world, is_script)
            story.go_on(self.LINES if is_script else 10)
            reports, has_ended = self.script(story) if is_script else self.commands(story)
            kills += not has_ended
            self.bench.check_log()
            if self.way == "copied":
                self.bench.move_home()
            world = story.reached(self.bench.world(), reports)
            # Otherwise the next session starts from the state that the kill left.
            if self.dice.random() < 0.3:
                continue
            if neighbour:
                world = neighbour.go_on(world, self.dice)
            else:
                self.bench.look_after(world)
        return kills, world

    def script(self, story):
        """Runs all lines as one script, at once or as if typed, which gives earlier reports."""
        lines = [quoted(words) for _, words in story.lines]
        pieces = [(self.dice.random() * 0.004, line) for line in lines]
        if self.dice.random() < 0.3:
            pieces = [(0, at_once(lines))]
        seconds = self.pace.seconds + sum(pause for pause, _ in pieces)
        moment = self.moment(seconds, lambda call: self.pace.calls[call])
        self.bench.note(f"{moment}, {self.way}", lines)
        return self.bench.start(story.lines[0][0], pieces=pieces, moment=moment)

    def commands(self, story):
        """Runs each line as a separate command, until one is killed."""
        lines = story.lines[: self.dice.randint(1, len(story.lines))]
        moment = self.moment(0.006, lambda call: 8)
        shown = [f"{user}: {quoted(words)}" for user, words in lines]
        self.bench.note(f"{moment}, {self.way}", shown)
        reports = []
        for user, words in lines[:-1]:
            reports += self.bench.run(user, *words)
        user, words = lines[-1]
        last, has_ended = self.bench.start(user, *words, moment=moment)
        return reports + last, has_ended

    def moment(self, seconds, most):
        if not self.pace.calls or self.dice.random() < 0.5:
            return Moment(seconds=self.dice.random() * seconds)
        call = self.dice.choice(list(self.pace.calls))
        return Moment(call=call, count=self.dice.randint(1, most(call)))
