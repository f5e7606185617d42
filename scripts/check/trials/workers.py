"""Workers on one PostgreSQL database: rules, clocks, kills and signals, with real processes."""

import atexit
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

from client import WRONG, Browser, Postgres, Server, join, wait
from several import once

RIGHT = pathlib.Path("solutions/1728/accepted/mouse_sets.py").read_text() + "\n# %s\n"

# A correct submission that uses CPU time on each case, well within the limit.
SLOW = "import time\nwhile time.process_time() < 0.7:\n    pass\n" + RIGHT

# A library that sets the clock of a program one minute ahead.
AHEAD = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
int clock_gettime(clockid_t clock, struct timespec *at) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, at);
    if (clock == CLOCK_REALTIME) at->tv_sec += 60;
    return result;
}
"""


class Worker:
    """A process `mousetrap worker`; `before` is a command that starts it."""

    def __init__(self, program, database, name, *more, before=(), environment=()):
        self.name = name
        self.command = [*before, program, "worker", "--name", name, *(more or ["--jobs", "1"])]
        self.environment = {**os.environ, "MOUSETRAP_DATABASE": database, **dict(environment)}
        self.log = tempfile.TemporaryFile()
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=self.log, text=True,
                                        env=self.environment)
        atexit.register(self.process.kill)
        line = self.process.stdout.readline()
        assert line.startswith(f"worker {self.name} "), (line, self.complaints())

    def complaints(self):
        self.log.seek(0)
        return self.log.read().decode()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, signals=1):
        """Sends SIGTERM this many times. Returns the seconds until the process ended."""
        began = time.time()
        for _ in range(signals):
            self.process.send_signal(signal.SIGTERM)
            time.sleep(0.3)
        assert self.process.wait(60) == 0, self.complaints()
        assert "panicked" not in self.complaints(), self.complaints()
        return time.time() - began


def holder(base):
    """Returns the name of the worker that runs the only task."""
    while True:
        found = base.rows("SELECT w.name FROM tasks t JOIN workers w ON w.id = t.worker WHERE t.state = 'running'")
        if found:
            return found[0][0]
        time.sleep(0.1)


def library(place):
    source, built = f"{place}/ahead.c", f"{place}/ahead.so"
    pathlib.Path(source).write_text(AHEAD)
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", built, source, "-ldl"], check=True)
    return built


def workers(program):
    base = Postgres()
    place = tempfile.mkdtemp(prefix="mousetrap-workers-")
    strict = f"{place}/strict"
    os.mkdir(strict)
    pathlib.Path(f"{strict}/judge.toml").write_text('suites = { 1728 = ["samples"] }\n[limits]\ncpu = "1ms"\n')
    usual = Server(program, f"{place}/a", "--jobs", "0", database=base)
    # All servers of a database have the same owner's link.
    os.mkdir(f"{place}/b", 0o700)
    shutil.copy2(f"{place}/a/owner-link", f"{place}/b")
    other = Server(program, f"{place}/b", "--jobs", "0", "-C", strict, database=base)
    room, invitation, _ = usual.room()
    ann = join(usual.host, invitation, "Ann")
    bob = join(other.host, invitation, "Bob")

    page = ann.submit(room, RIGHT % "waits")
    time.sleep(6)
    assert base.rows("SELECT state FROM tasks") == [("waiting",)]
    first = Worker(program, base.url, "first")
    assert wait(ann, page) == "Accepted"
    print("with --jobs 0 and no worker, a submission waits for the first worker")

    page = bob.submit(room, SLOW % "strict")
    found = wait(bob, page)
    assert found == "Time limit exceeded", found
    assert wait(ann, ann.submit(room, SLOW % "usual")) == "Accepted"
    print("one worker judges each submission by the limits of the server that accepted it")

    first.stop()
    ahead = Worker(program, base.url, "ahead", environment={"LD_PRELOAD": library(place)})
    second = Worker(program, base.url, "second")
    room, invitation, _ = usual.room("gate")
    ann = join(usual.host, invitation, "Ann")
    pages = [ann.submit(room, SLOW % n) for n in range(2)]
    for page in pages:
        assert wait(ann, page) == "Accepted"
    assert base.rows("SELECT MAX(attempt) FROM progress") == [("1",)], "no task was begun twice"
    assert "connection" not in ahead.complaints() + second.complaints()
    late = base.rows("SELECT submission FROM judgements WHERE at > EXTRACT(EPOCH FROM clock_timestamp()) * 1000")
    assert not late, late
    print("a worker whose clock is a minute ahead keeps its leases, and its judgements have the time of the database")

    page = ann.submit(room, SLOW % "kill")
    killed = {"ahead": ahead, "second": second}[holder(base)]
    left = second if killed is ahead else ahead
    killed.kill()
    began = time.time()
    while holder(base) != left.name:
        assert time.time() - began < 20
    took = time.time() - began
    assert wait(ann, page) == "Accepted"
    print(f"kill -9 of a worker: another held its task after {took:.1f} s")
    killed.start()

    for signals, least, most in [(1, 2.5, 9), (2, 0, 2.5)]:
        page = ann.submit(room, SLOW % f"signal {signals}")
        holding = {"ahead": ahead, "second": second}[holder(base)]
        took = holding.stop(signals)
        assert least <= took <= most, took
        lost = base.rows("SELECT lost, failures FROM tasks")
        assert lost == [("0", "0")], lost
        assert wait(ann, page) == "Accepted"
        print(f"{signals} signals end a worker that judges after {took:.1f} s; another judges the submission")
        holding.start()

    once(usual, {ann.submit(room, WRONG % "last"): "Wrong answer"}, ann)
    for worker in [ahead, second]:
        worker.stop()
    # Only the row of the killed worker is left; it stays for a day.
    assert base.rows("SELECT name FROM workers") == [(killed.name,)]
    for server in [usual, other]:
        server.stop()
        assert "panicked" not in server.complaints(), server.complaints()
    shutil.rmtree(place)
