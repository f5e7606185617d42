"""Two servers on one PostgreSQL database: one is killed, and the other finishes its tasks."""

import json
import pathlib
import shutil
import tempfile
import time
from collections import Counter

from client import WRONG, Browser, Postgres, Server, join, verdict, wait

RIGHT = pathlib.Path("solutions/1728/accepted/mouse_sets.py").read_text() + "\n# %s\n"
MANY = 12


def at(browser, host):
    """Returns the same browser, connected to another server."""
    other = Browser(host)
    other.cookie = browser.cookie
    return other


def once(server, pages, browser):
    """Checks that all submissions have the expected verdict and were judged once in each revision."""
    for page, wanted in pages.items():
        assert wait(browser, page) == wanted, page
    judged = server.rows("SELECT submission, revision FROM judgements")
    assert len(judged) == len(set(judged)), Counter(judged)
    assert not server.rows("SELECT verdict FROM judgements WHERE verdict = 'failed'")


def two(program):
    base = Postgres()
    places = [tempfile.mkdtemp(prefix="mousetrap-two-") for _ in range(2)]
    one = Server(program, places[0], database=base)
    # All servers of a database have the same owner's link.
    shutil.copy2(pathlib.Path(places[0], "owner-link"), places[1])
    other = Server(program, places[1], database=base)
    room, invitation, owner = one.room()
    here = join(one.host, invitation, "Ann")
    there = at(here, other.host)
    began = time.time()
    page = here.submit(room, RIGHT % "watched")
    while not json.loads(there.get(f"{page}/progress")[1])["done"]:
        time.sleep(0.01)
    assert verdict(there.get(page)[1]) == "Accepted"
    print(f"two servers: a watcher on the other server sees the verdict after {time.time() - began:.2f} s")
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
