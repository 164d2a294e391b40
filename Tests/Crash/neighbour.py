"""A second session, which stays open while others are killed and goes on afterwards."""

import json
import subprocess
import threading

from disk import Finding
from killing import PATIENCE
from story import USERS, Story, quoted


class Neighbour:
    """A living process that is given lines through a pipe."""

    def __init__(self, bench):
        self.bench = bench
        command, environment = bench.command(USERS[0])
        with open(bench.log, "ab") as errors:
            self.process = subprocess.Popen(
                command, env=environment, cwd=bench.work, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=errors,
            )  # fmt: skip
        bench.neighbour = self

    def tell(self, story):
        """Gives it a story's lines; returns the world after them, all of which it must report."""
        lines = "".join(quoted(words) for _, words in story.lines)
        # Who reports too little is not waited for without end.
        timer = threading.Timer(PATIENCE, self.process.kill)
        timer.start()
        try:
            self.process.stdin.write(lines.encode())
            self.process.stdin.flush()
            reports = [json.loads(self.process.stdout.readline() or "{}") for _ in story.reports]
        finally:
            timer.cancel()
        self.bench.check_log()
        return story.reached(story.world, reports)

    def go_on(self, world, dice):
        """Lets it list what is there, change something, undo another change, and list
        again."""
        story = Story(dice, self.bench.material, world)
        story.list_all()
        dice.choice([story.new, story.set, story.retag, story.delete])()
        story.undo()
        story.list_all()
        # An empty list reports nothing that could be waited for.
        story.line("count")
        story.step({"count": len(story.numbers())})
        return self.tell(story)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        """Ends it, which it must do well."""
        self.bench.neighbour = None
        if error:
            self.process.kill()
        output, _ = self.process.communicate(timeout=PATIENCE)
        if not error and (output or self.process.returncode):
            raise Finding(f"the neighbour ended with {self.process.returncode}: {output}")
