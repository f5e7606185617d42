"""Two servers on one PostgreSQL, and judge hosts behind a NATS server: one is killed, and
another goes on with what it had."""

import http.client
import pathlib
import shutil
import subprocess
import tempfile
import threading
import time
from collections import Counter

from client import WRONG, Browser, Postgres, Server, free_port, join, verdict, wait

RIGHT = pathlib.Path("solutions/1728/accepted/mouse_sets.py").read_text() + "\n# %s\n"
MANY = 12
CASE = '["M......F","########","C......."]\n1\n1'
# What breaks rules on the one case that a hack brings in.
ODD = ("import io, sys\ntext = sys.stdin.read()\nif text.startswith('3 8'):\n    print('false')\n    sys.exit()\n"
       "sys.stdin = io.StringIO(text)\n" + RIGHT)


def at(browser, host):
    """The same browser at another server."""
    other = Browser(host)
    other.cookie = browser.cookie
    return other


class Watch:
    """A stream of events that somebody reads."""

    def __init__(self, browser, path):
        self.answer = browser.ask("GET", path, timeout=120)
        assert self.answer.status == 200
        self.events = []
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        try:
            for line in self.answer:
                if line.startswith(b"event: "):
                    self.events.append((line[7:].strip().decode(), time.time()))
        except (OSError, http.client.HTTPException):
            pass

    def first(self, name, patience=60):
        deadline = time.time() + patience
        while time.time() < deadline:
            found = [at for event, at in self.events if event == name]
            if found:
                return found[0]
            time.sleep(0.01)
        raise AssertionError((name, self.events))


def once(server, pages, browser):
    """All have the verdict that they should have, and were judged once in each revision."""
    for page, wanted in pages.items():
        assert wait(browser, page) == wanted, page
    judged = server.rows("SELECT submission, revision FROM judgements")
    assert len(judged) == len(set(judged)), Counter(judged)
    assert not server.rows("SELECT verdict FROM judgements WHERE verdict = 'failed'")


def two(program):
    base = Postgres()
    places = [tempfile.mkdtemp(prefix="mousetrap-two-") for _ in range(2)]
    one, other = (Server(program, place, database=base) for place in places)
    room, invitation, owner = one.room()
    here = join(one.host, invitation, "Ann")
    there = at(here, other.host)
    watch = Watch(there, f"/rooms/{room}/events")
    time.sleep(0.5)
    began = time.time()
    page = here.submit(room, RIGHT % "watched")
    steps = Watch(there, f"{page}/events")
    seen, done = watch.first("changed") - began, steps.first("done") - began
    assert verdict(there.get(page)[1]) == "Accepted"
    print(f"two servers: what one takes in, a watcher on the other sees after {seen:.2f} s, its verdict after {done:.2f} s; "
          f"events {dict(Counter(event for event, _ in steps.events))}")
    pages = {}
    for n in range(MANY):
        browser = [here, there][n % 2]
        page = browser.submit(room, (WRONG if n % 3 else RIGHT) % n)
        assert page
        pages[page] = "Wrong answer" if n % 3 else "Accepted"
    while not len(base.rows("SELECT 1 FROM tasks WHERE state = 'running'")) == 2:
        assert base.rows("SELECT 1 FROM tasks"), "all were judged too soon"
    other.kill()
    began = time.time()
    once(one, pages, here)
    print(f"one of two was killed while both judged: the other had all {len(pages)} verdicts after {time.time() - began:.1f} s")
    other.start()
    there = at(here, other.host)
    base.process.kill()
    base.process.wait()
    probe = Browser(one.host)
    assert probe.get("/readyz")[0] == 503 and probe.get("/healthz")[0] == 200
    base.start()
    deadline = time.time() + 60
    while not all(browser.get("/readyz")[0] == 200 for browser in [here, there]):
        assert time.time() < deadline
        time.sleep(0.1)
    pages = {here.submit(room, WRONG % "after"): "Wrong answer", there.submit(room, RIGHT % "after"): "Accepted"}
    once(one, pages, there)
    one.stop()
    other.stop()
    for server in [one, other]:
        assert "panicked" not in server.complaints(), server.complaints()
    print("PostgreSQL was killed and came back: both servers go on")
    for place in places:
        shutil.rmtree(place)


class Cluster:
    """A NATS server, and hosts that judge for who asks there."""

    def __init__(self, program):
        self.program, self.data, self.port = program, tempfile.mkdtemp(prefix="mousetrap-nats-"), free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.hosts = {}
        self.start()

    def start(self):
        command = ["nats-server", "-js", "-sd", self.data, "-a", "127.0.0.1", "-p", str(self.port)]
        self.broker = subprocess.Popen(command, stderr=open(f"{self.data}/log", "a"))

    def host(self, name):
        command = [self.program, "judgehost", "--cluster", self.url, "--name", name, "--jobs", "1"]
        self.hosts[name] = subprocess.Popen(command, stderr=open(f"{self.data}/{name}.log", "a"))

    def kill(self, name):
        self.hosts[name].kill()
        self.hosts.pop(name).wait()

    def end(self):
        for name in list(self.hosts):
            self.kill(name)
        self.broker.kill()
        self.broker.wait()
        shutil.rmtree(self.data)


def settled(browser, path, text, patience=120):
    deadline = time.time() + patience
    while text not in browser.get(path)[1]:
        assert time.time() < deadline, (path, text, browser.get(path)[1])
        time.sleep(0.2)


def cluster(program):
    nats = Cluster(program)
    nats.host("one")
    data = tempfile.mkdtemp(prefix="mousetrap-asks-")
    server = Server(program, data, "--cluster", nats.url)
    room, invitation, owner = server.room("samples", ("hacks", "on"), ("breaks", "on"))
    ann, bob = (join(server.host, invitation, name) for name in ["Ann", "Bob"])
    first, second = ann.submit(room, RIGHT % "ann"), bob.submit(room, ODD % "bob")
    third = ann.submit(room, WRONG % "ann")
    once(server, {first: "Accepted", second: "Accepted", third: "Wrong answer"}, owner)
    print("cluster: one host judges")
    began = time.time()
    answer, text = ann.form(f"{second}/hack", {"case": CASE})
    assert answer.status == 303, text
    assert wait(bob, second, lambda found: found != "Accepted") == "Wrong answer"
    print(f"a hack hits after {time.time() - began:.1f} s, and all are judged again on it")
    answer, _ = ann.form(f"{third}/search", {})
    assert answer.status == 303, answer.status
    began = time.time()
    while "waiting" in {state for (state,) in server.rows("SELECT state FROM trials")}:
        assert time.time() - began < 60
        time.sleep(0.1)
    print(f"searches: {server.rows('SELECT kind, state FROM trials')} after {time.time() - began:.1f} s")
    nats.host("two")
    time.sleep(2)
    pages = {}

    def many(mark):
        for n in range(MANY):
            browser = [ann, bob][n % 2]
            pages[browser.submit(room, (WRONG if n % 2 else RIGHT) % f"{mark} {n}")] = "Wrong answer" if n % 2 else "Accepted"

    many("host")
    time.sleep(1)
    nats.kill("two")
    began = time.time()
    once(server, pages, owner)
    print(f"a host of two was killed in the middle: all {len(pages)} verdicts after {time.time() - began:.1f} s")
    nats.host("two")
    many("broker")
    time.sleep(1)
    nats.broker.kill()
    nats.broker.wait()
    time.sleep(1)
    nats.start()
    began = time.time()
    once(server, pages, owner)
    print(f"the broker was killed and came back: all {len(pages)} verdicts after {time.time() - began:.1f} s")
    before = server.rows("SELECT MAX(revision) FROM judgements")
    answer, _ = owner.form(f"/rooms/{room}/rejudge", {})
    assert answer.status == 303
    began = time.time()
    while server.rows("SELECT 1 FROM tasks") or server.rows("SELECT MAX(revision) FROM judgements") == before:
        assert time.time() - began < 180
        time.sleep(0.2)
    once(server, pages, owner)
    print(f"all judged again after {time.time() - began:.1f} s")
    server.stop()
    nats.end()
    print(server.complaints()[:600], end="")
    shutil.rmtree(data)
