"""Chromium without a window, which is told what to do through a pipe (Chrome DevTools Protocol)."""

import json
import os
import subprocess

PATIENCE = 60


class Browser:
    def __init__(self, profile):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        command = [
            "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank",
        ]  # fmt: skip

        def give_pipes():
            # The browser reads commands from 3 and writes answers to 4.
            ends = os.dup(to_browser), os.dup(from_browser)
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.child = subprocess.Popen(
            command, preexec_fn=give_pipes, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        os.close(to_browser)
        os.close(from_browser)
        self.count, self.rest, self.events = 0, b"", []
        self.session = None
        target = self.ask("Target.createTarget", url="about:blank", newWindow=True, width=1200, height=900)["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log"]:
            self.ask(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.child.terminate()
        self.child.wait(PATIENCE)

    def ask(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def next(self):
        while b"\0" not in self.rest:
            piece = os.read(self.input, 1 << 20)
            if not piece:
                raise EOFError("the browser ended")
            self.rest += piece
        text, _, self.rest = self.rest.partition(b"\0")
        answer = json.loads(text)
        if "method" in answer:
            self.events.append(answer)
        return answer

    def open(self, path):
        self.events = []
        self.ask("Page.navigate", url=f"file://{path}")
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.next()

    def value(self, expression):
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def key(self, key, text=None):
        code = {"/": "Slash"}.get(key, key)
        keys = {"key": key, "code": code, "windowsVirtualKeyCode": KEYS.get(key, 0)}
        self.ask("Input.dispatchKeyEvent", type="keyDown", **keys, **({"text": text} if text else {}))
        self.ask("Input.dispatchKeyEvent", type="keyUp", **keys)

    def type(self, text):
        self.ask("Input.insertText", text=text)

    def complaints(self):
        """Errors of scripts, and what the Content Security Policy refused."""
        return [
            event["params"] for event in self.events
            if event["method"] in ["Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"]
        ]  # fmt: skip


KEYS = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Enter": 13, "Escape": 27,
        "Home": 36, "End": 35, "Tab": 9, "/": 191}  # fmt: skip
