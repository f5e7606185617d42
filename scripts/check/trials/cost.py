"""Compares the cost of a submission on workers that share PostgreSQL and on threads of a server with SQLite."""

import os
import pathlib
import random
import re
import resource
import shutil
import statistics
import subprocess
import tempfile
import time

from client import Postgres, Server, join
from workers import RIGHT, Worker

# The number of participants, who may have at most 20 waiting submissions each.
NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal"]


def own_seconds(process):
    """Returns the CPU seconds of a process without its children, which are mostly sandboxes."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Monitor:
    """Counts tasks through one connection, because a psql process per query would use CPU time itself."""

    def __init__(self, base):
        command = [f"{base.programs}/psql", "-At", base.url]
        self.psql = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tasks(self):
        self.psql.stdin.write("SELECT COUNT(*) FROM tasks;\n")
        self.psql.stdin.flush()
        return int(self.psql.stdout.readline())

    def close(self):
        self.psql.stdin.close()
        self.psql.wait()


def submit_all(server, room, participants, submissions):
    for number in range(submissions):
        page = None
        while not page:
            page = participants[number % len(participants)].submit(room, RIGHT % random.random())
            if not page:
                time.sleep(0.2)


def shared(program, workers, submissions, settings=()):
    """Judges on workers. Returns the CPU seconds of Mousetrap and of PostgreSQL, the log of PostgreSQL, and wall time."""
    base = Postgres(settings=settings)
    data = tempfile.mkdtemp(prefix="mousetrap-cost-")
    server = Server(program, data, "--jobs", "0", database=base)
    group = [Worker(program, base.url, f"rack-{number}") for number in range(workers)]
    room, invitation, _ = server.room()
    participants = [join(server.host, invitation, name) for name in NAMES]
    monitor = Monitor(base)
    began = time.time()
    submit_all(server, room, participants, submissions)
    while monitor.tasks():
        time.sleep(0.5)
    wall = time.time() - began
    monitor.close()
    own = sum(own_seconds(it.process) for it in [server, *group])
    for worker in group:
        worker.stop()
    server.stop()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    base.process.terminate()
    base.process.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    database = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    log = pathlib.Path(base.place, "log").read_text()
    shutil.rmtree(data)
    return own, database, log, wall


def threads(program, submissions):
    """Judges on one thread of a server on SQLite. Returns its CPU seconds."""
    data = tempfile.mkdtemp(prefix="mousetrap-cost-")
    server = Server(program, data, "--jobs", "1")
    room, invitation, _ = server.room()
    participants = [join(server.host, invitation, name) for name in NAMES]
    submit_all(server, room, participants, submissions)
    while server.rows("SELECT COUNT(*) FROM tasks") != [("0",)]:
        time.sleep(0.5)
    own = own_seconds(server.process)
    server.stop()
    shutil.rmtree(data)
    return own


def statements(log, pattern=""):
    return len(re.findall(rf"LOG:  (?:execute [^:]+|statement): {pattern}", log))


def cost(program, submissions=200, rounds=3):
    local, on_workers, database = [], [], []
    for _ in range(rounds):
        local.append((threads(program, submissions) - threads(program, 0)) / submissions)
        own, base, *_ = shared(program, 1, submissions)
        own_idle, base_idle, *_ = shared(program, 1, 0)
        on_workers.append((own - own_idle) / submissions)
        database.append((base - base_idle) / submissions)
    local, on_workers, database = (1000 * statistics.median(each) for each in (local, on_workers, database))
    print(f"CPU of a submission without its sandboxes, medians of {rounds} times {submissions}: "
          f"thread {local:.1f} ms; worker and server {on_workers:.1f} ms, PostgreSQL {database:.1f} ms; "
          f"{on_workers + database - local:.1f} ms more", flush=True)
    for workers in [1, 2, 8]:
        _, _, log, wall = shared(program, workers, submissions, ["log_statement=all"])
        claims = statements(log, "UPDATE tasks SET state = 'running'")
        errors = len(re.findall("(?:ERROR|FATAL):  .*(?:deadlock|serialize|lock)", log))
        print(f"{workers} workers: {statements(log) / submissions:.1f} statements and {claims / submissions:.2f} claims "
              f"a submission, {errors} conflicts that the database reports, {wall:.0f} s", flush=True)
