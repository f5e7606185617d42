"""Kills a server at random moments. Each acknowledged submission must be judged exactly once."""

import http.client
import itertools
import pathlib
import random
import re
import shutil
import tempfile
import threading
import time
from collections import Counter

from client import WRONG, Postgres, Server, join, verdict

RIGHT = pathlib.Path("solutions/1728/accepted/mouse_sets.py").read_text()
PEOPLE = 4
CASE = '["M......F","########","C......."]\n%d\n%d'
GONE = (OSError, http.client.HTTPException)
RUNNING = "SELECT 1 FROM tasks WHERE state = 'running' LIMIT 1"


class User:
    """A participant who submits, watches, and tries cases against others."""

    def __init__(self, browser, room, number, most):
        self.browser, self.room, self.number, self.most = browser, room, number, most
        self.expected, self.open, self.accepted, self.hacks = {}, [], [], 0

    def submit(self, count):
        source, expected = (RIGHT + "\n# %s\n", "Accepted") if count % 3 == 0 else (WRONG, "Wrong answer")
        page = self.browser.submit(self.room, source % f"{self.number} {count}")
        if page:
            self.expected[page] = expected
            self.open.append(page)

    def look(self):
        page = self.open[0]
        status, text = self.browser.get(page)
        assert status == 200, (page, status)
        if verdict(text):
            self.open.remove(page)
            self.accepted += [page] if verdict(text) == "Accepted" else []

    def hack(self, page):
        # Each case is different, because a case that is already waiting is not tried twice.
        case = CASE % (self.hacks % 8 + 1, self.hacks // 8 % 8 + 1)
        answer, _ = self.browser.form(f"{page}/hack", {"case": case})
        self.hacks += answer.status == 303

    def run(self, others, stop):
        for count in itertools.count():
            try:
                if len(self.open) < self.most:
                    self.submit(count)
                self.look()
                targets = [page for other in others if other is not self for page in other.accepted]
                if count % 20 == 19 and self.accepted and targets:
                    self.hack(random.choice(targets))
            except GONE:
                pass
            if stop.wait(0.1):
                return


def kill(program, times, base="sqlite"):
    data = tempfile.mkdtemp(prefix="mousetrap-kill-")
    server = Server(program, data, database=Postgres() if base == "postgres" else None)
    room, invitation, owner = server.room("samples", ("hacks", "on"))
    # Few submissions wait at a time, so that few are left at the end.
    most = 2 if times < 10 else 6
    users = [User(join(server.host, invitation, f"User {n}"), room, n, most) for n in range(PEOPLE)]
    stop, again, hit = threading.Event(), 0, 0
    threads = [threading.Thread(target=user.run, args=(users, stop)) for user in users]
    for thread in threads:
        thread.start()
    for time_ in range(1, times + 1):
        time.sleep(random.uniform(0.05, 2.0))
        # A few kills at random times could all miss a server that judges.
        deadline = time.time() + 60
        while not hit and not server.rows(RUNNING) and time.time() < deadline:
            time.sleep(0.01)
        if time_ % 10 == 5:
            answer, _ = owner.form(f"/rooms/{room}/rejudge", {})
            again += answer.status == 303
        server.kill()
        hit += bool(server.rows(RUNNING))
        server.start()
    stop.set()
    for thread in threads:
        thread.join()
    deadline = time.time() + 600
    while server.rows("SELECT 1 FROM tasks LIMIT 1"):
        assert time.time() < deadline, server.rows("SELECT * FROM tasks")
        time.sleep(0.2)
    kinds, expected = Counter(), {page: kind for user in users for page, kind in user.expected.items()}
    for user in users:
        for page, wanted in user.expected.items():
            status, text = user.browser.get(page)
            kinds[verdict(text)] += 1
            assert status == 200 and verdict(text) == wanted, (page, status, verdict(text), wanted)
    kept = {id for (id,) in server.rows("SELECT id FROM submissions")}
    judged = server.rows("SELECT submission, revision FROM judgements")
    states = Counter(state for (state,) in server.rows("SELECT state FROM hacks"))
    failed = server.rows("SELECT COUNT(*) FROM revisions WHERE failed > 0 OR state = 'open'")
    server.stop()
    panics = re.findall(r".*panicked.*", server.complaints())
    print(f"{times} kills on {base}, {hit} of them while it judged: {len(expected)} acknowledged, verdicts {dict(kinds)}, "
          f"{len(judged)} judgements of {len(kept)} submissions, all judged again {again} times; {sum(user.hacks for user in users)} hacks "
          f"acknowledged: {dict(states)}")
    assert hit, "no kill hit a server that judged"
    assert expected.keys() <= {f"/submissions/{id}" for id in kept}
    # Each submission is judged, and at most once in each revision.
    assert len(judged) == len(set(judged)) and {id for id, _ in judged} == kept
    assert set(states) <= {"miss"} and states["miss"] >= sum(user.hacks for user in users), states
    assert failed == [("0",)] and not panics, (failed, panics)
    shutil.rmtree(data)
