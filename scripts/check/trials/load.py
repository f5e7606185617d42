"""Measures a server with many participants: the time for pages, the delay of verdicts, and the growth of
memory and data."""

import http.client
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import tempfile
import threading
import time

from client import Server, join

WATCHERS = 200
PER_MINUTE = 50
SOLUTIONS = ["accepted/mouse_sets.py", "accepted/sweeps.c", "accepted/sweeps.js",
             "accepted/topological_sort.py", "wrong_answer/memo_without_plies.c",
             "wrong_answer/jumps_swapped.py", "wrong_answer/cat_must_move.js"]


class Watchers:
    """Requests the version of the room every two seconds, as open pages do."""

    def __init__(self, people, path):
        self.people, self.path = people, path
        self.changes, self.stop = 0, threading.Event()
        for n in range(WATCHERS):
            threading.Thread(target=self.run, args=(people[n % len(people)],), daemon=True).start()

    def run(self, browser):
        known = None
        while not self.stop.wait(2):
            status, version = browser.get(self.path)
            assert status == 200, status
            self.changes += version != known
            known = version


def memory(pid):
    """Returns the resident memory in MiB: the total, and the part that is not backed by files."""
    with open(f"/proc/{pid}/status") as status:
        text = status.read()
    return [int(re.search(rf"{name}:\s+(\d+)", text).group(1)) / 1024 for name in ["VmRSS", "RssAnon"]]


def part(values, share):
    """Returns a quantile of the values, in milliseconds."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)] * 1000 if values else 0


def slope(values):
    """Returns the average growth from one value to the next."""
    return statistics.linear_regression(range(len(values)), values).slope if len(values) > 1 else 0


def load(program, seconds):
    data = tempfile.mkdtemp(prefix="mousetrap-load-")
    server = Server(program, data)
    room, invitation, owner = server.room()
    people = [join(server.host, invitation, f"User {n}") for n in range(20)]
    watchers = Watchers(people, f"/rooms/{room}/version")
    pages, verdicts, alone, stop = [], [], [], threading.Event()

    def read():
        for n in itertools.count():
            path = [f"/rooms/{room}", "/", f"/rooms/{room}/manage"][n % 3]
            browser = owner if path.endswith("manage") else random.choice(people)
            began = time.time()
            try:
                status, _ = browser.get(path)
            except (OSError, http.client.HTTPException) as error:
                status = repr(error)
            pages.append((path.rpartition("/")[2], time.time() - began, status))
            if stop.wait(0.1):
                return

    def submit(browser, number):
        name = SOLUTIONS[number % len(SOLUTIONS)]
        comment = "#" if name.endswith("py") else "//"
        source = pathlib.Path(f"solutions/1728/{name}").read_text() + f"\n{comment} {number}\n"
        began = time.time()
        page = browser.submit(room, source)
        assert page, "a submission was not taken"
        while not json.loads(browser.get(f"{page}/progress")[1])["done"]:
            time.sleep(0.1)
        verdicts.append((name, time.time() - began))

    def command(number):
        """Judges the same source on the command line in the same minute."""
        name = SOLUTIONS[number % len(SOLUTIONS)]
        suffix = pathlib.Path(name).suffix
        with tempfile.NamedTemporaryFile("w", suffix=suffix) as source:
            comment = "#" if suffix == ".py" else "//"
            source.write(pathlib.Path(f"solutions/1728/{name}").read_text() + f"\n{comment} a{number}\n")
            source.flush()
            began = time.time()
            subprocess.run([program, "judge", source.name, "--suite", "samples", "--problem", "1728",
                            "--no-cache", "--quiet"], stdout=subprocess.DEVNULL)
            alone.append((name, time.time() - began))

    reader = threading.Thread(target=read)
    reader.start()
    threads, began, seen, rss, count = [], time.time(), (0, 0), [], itertools.count()
    print("minute  pages  p50 ms  p95 ms  verdicts  p50 ms  p95 ms  alone ms  RSS MiB  anon  data MiB  wal MiB  load", flush=True)
    for minute in itertools.count(1):
        until = min(minute * 60, seconds)
        while time.time() - began < until:
            number = next(count)
            threads.append(threading.Thread(target=submit, args=(people[number % len(people)], number)))
            threads[-1].start()
            if number % 10 == 0:
                threads.append(threading.Thread(target=command, args=(number // 10,)))
                threads[-1].start()
            threads = [thread for thread in threads if thread.is_alive()]
            time.sleep(60 / PER_MINUTE)
        new, new_verdicts = pages[seen[0]:], verdicts[seen[1]:]
        seen = (len(pages), len(verdicts))
        assert all(status == 200 for _, _, status in new), [one for one in new if one[2] != 200]
        rss.append(memory(server.process.pid))
        size = [os.path.getsize(f"{data}/mousetrap.db{end}") / 2**20 for end in ["", "-wal"]]
        times, later = [one[1] for one in new], [one[1] for one in new_verdicts]
        print(f"{minute:6}  {len(new):5}  {part(times, 0.5):6.0f}  {part(times, 0.95):6.0f}  {len(later):8}  "
              f"{part(later, 0.5):6.0f}  {part(later, 0.95):6.0f}  {part([one[1] for one in alone], 0.5):8.0f}  "
              f"{rss[-1][0]:7.1f}  {rss[-1][1]:4.1f}  {size[0]:8.1f}  {size[1]:7.1f}  {os.getloadavg()[0]:4.1f}", flush=True)
        if time.time() - began >= seconds:
            break
    for thread in threads:
        thread.join()
    stop.set()
    reader.join()
    watchers.stop.set()
    for name in sorted({page[0] for page in pages}):
        times = [page[1] for page in pages if page[0] == name]
        kind = {room: "the room", "": "the start", "manage": "the owner's room"}[name]
        print(f"{kind}: {len(times)} times, p50 {part(times, 0.5):.0f} ms, p95 {part(times, 0.95):.0f} ms")
    later = [statistics.median(time for of, time in verdicts if of == name)
             - statistics.median(time for of, time in alone if of == name)
             for name in SOLUTIONS if any(of == name for of, _ in alone)]
    print(f"{WATCHERS} watchers, {watchers.changes} changes, {len(verdicts)} submissions in {seconds} s, {len(pages)} "
          f"pages: p95 {part([page[1] for page in pages], 0.95):.0f} ms, p50 {part([page[1] for page in pages], 0.5):.0f} ms; "
          f"verdicts later than on the command line: {statistics.median(later) * 1000:+.0f} ms; "
          f"memory {rss[0][0]:.0f} MiB at first, {rss[-1][0]:.0f} at last; after a quarter it grows by "
          f"{slope([one[0] for one in rss[len(rss) // 4:]]) * 60:+.1f} MiB in an hour")
    server.stop()
    shutil.rmtree(data)
