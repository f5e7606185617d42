"""Injects faults into three workers in network namespaces, their server, and PostgreSQL."""

import atexit
import csv
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time

from client import WRONG, Postgres, Server, join
from workers import RIGHT, SLOW, Worker

NETWORK = "10.213.77"
NAMES = ["rack-1", "rack-2", "rack-3"]
# A correct submission that uses CPU time on each case, so that the fault hits a running task.
BUSY = SLOW.replace("0.7", "0.2")
KINDS = [BUSY, RIGHT, WRONG]


def ip(words):
    subprocess.run(["ip", *words.split()], check=True)


class Network:
    """A bridge, and a namespace for each worker that is linked to the bridge."""

    def __init__(self):
        self.remove()
        atexit.register(self.remove)
        ip("link add mtbridge type bridge")
        ip(f"address add {NETWORK}.1/24 dev mtbridge")
        ip("link set mtbridge up")
        for number, name in enumerate(NAMES, 2):
            ip(f"netns add {name}")
            ip(f"link add {name} type veth peer name eth0 netns {name}")
            ip(f"link set {name} master mtbridge up")
            ip(f"-n {name} address add {NETWORK}.{number}/24 dev eth0")
            ip(f"-n {name} link set eth0 up")
            ip(f"-n {name} link set lo up")

    @staticmethod
    def remove():
        """Removes the remains of an earlier trial, first its processes, because they keep a namespace alive."""
        for name in NAMES:
            found = subprocess.run(["ip", "netns", "pids", name], capture_output=True, text=True)
            for process in found.stdout.split():
                os.kill(int(process), signal.SIGKILL)
        for words in [f"netns del {name}" for name in NAMES] + [f"link del {name}" for name in [*NAMES, "mtbridge"]]:
            subprocess.run(["ip", *words.split()], stderr=subprocess.DEVNULL)


def expected(program, sources):
    """Returns the verdicts that one machine gives without faults."""
    place = pathlib.Path(tempfile.mkdtemp(prefix="mousetrap-chaos-"))
    for number, source in enumerate(sources):
        (place / f"{number}.py").write_text(source)
    report = place / "run.csv"
    command = [program, "judge", "--problem", "1728", "--suite", "samples", "--quiet", "--output", report, place]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with report.open(newline="") as rows:
        verdicts = {pathlib.Path(row["path"]).stem: row["verdict"] for row in csv.DictReader(rows)}
    shutil.rmtree(place)
    return [verdicts[str(number)] for number in range(len(sources))]


class Chaos:
    def __init__(self, program, submissions):
        # The sources submitted during one fault, each with a placeholder that makes it unique.
        # The last ones keep all workers busy until the fault occurs.
        self.sources = [RIGHT, WRONG] * ((submissions - len(NAMES)) // 2) + [BUSY] * len(NAMES)
        self.network = Network()
        self.base = Postgres(f"{NETWORK}.1", f"{NETWORK}.0/24")
        self.server = Server(program, tempfile.mkdtemp(prefix="mousetrap-chaos-"), "--jobs", "0", database=self.base)
        url = self.base.url.replace("127.0.0.1", f"{NETWORK}.1")
        self.workers = [
            Worker(program, url, name, before=["ip", "netns", "exec", name]) for name in NAMES
        ]
        self.room, invitation, _ = self.server.room()
        # Each participant may have at most 20 waiting submissions.
        self.participants = [join(self.server.host, invitation, name) for name in ["Ann", "Ben", "Cleo", "Dan"]]
        self.wanted = dict(zip(KINDS, expected(program, [source % "x" for source in KINDS])))
        assert len(set(self.wanted.values())) == 2, self.wanted
        self.acknowledged = {}
        self.begun_again = set()

    def batch(self, fault):
        """Submits, injects a fault in the middle, and returns the seconds until everything is judged."""
        began = time.time()
        for number, source in enumerate(self.sources):
            participant = self.participants[number % len(self.participants)]
            page = participant.submit(self.room, source % random.random())
            assert page, "the server takes what it is sent before the fault"
            self.acknowledged[page.rsplit("/", 1)[1]] = self.wanted[source]
        while not self.running():
            assert self.base.rows("SELECT 1 FROM tasks"), "all was judged before the fault"
        fault()
        while self.base.rows("SELECT 1 FROM tasks"):
            assert time.time() - began < 300, self.base.rows("SELECT state, lost, failures, errors FROM tasks")
            self.begun_again.update(self.base.rows("SELECT submission FROM tasks WHERE attempts > 1"))
            time.sleep(0.1)
        self.check()
        return time.time() - began

    def check(self):
        """Checks that each acknowledged submission has one judgement, the same as on one machine."""
        rows = self.base.rows("SELECT submission, verdict FROM judgements")
        assert len(rows) == len(self.acknowledged), (len(rows), len(self.acknowledged))
        wrong = [row for row in rows if self.acknowledged[row[0]] != row[1]]
        assert not wrong, wrong

    def running(self):
        """Returns the names of the workers that have a task."""
        rows = self.base.rows("SELECT w.name FROM tasks t JOIN workers w ON w.id = t.worker WHERE t.state = 'running'")
        return [name for name, in rows]

    def nothing(self):
        pass

    def kill_worker(self):
        name = random.choice(self.running())
        worker = self.workers[NAMES.index(name)]
        worker.kill()
        worker.start()

    def kill_server(self):
        self.server.kill()
        self.server.start()

    def link_down(self):
        name = random.choice(self.running())
        ip(f"link set {name} down")
        time.sleep(random.uniform(1, 20))
        ip(f"link set {name} up")

    def packets_lost(self):
        name = random.choice(self.running())
        # The bridge drops all packets of a port that is disabled; its link stays up.
        ip(f"link set {name} type bridge_slave state 0")
        time.sleep(random.uniform(1, 20))
        ip(f"link set {name} type bridge_slave state 3")

    def restart_database(self):
        self.base.process.kill()
        self.base.process.wait()
        time.sleep(1)
        self.base.start()


def chaos(program, rounds=1, submissions=51):
    assert os.getuid() == 0, "network namespaces need root"
    world = Chaos(program, submissions)
    usual = min(world.batch(world.nothing) for _ in range(2))
    print(f"{len(world.sources)} submissions without a fault: {usual:.1f} s on {len(NAMES)} workers")
    for fault in [world.kill_worker, world.kill_server, world.link_down, world.packets_lost, world.restart_database]:
        before = len(world.begun_again)
        took = [world.batch(fault) for _ in range(rounds)]
        again = len(world.begun_again) - before
        name = fault.__name__.replace("_", " ")
        print(f"{name}: {rounds} times, {sum(took) / rounds - usual:.1f} s more at the mean, {max(took) - usual:.1f} s at most; "
              f"{again} submissions begun again", flush=True)
    print(f"{len(world.acknowledged)} submissions: each judged once, with the verdict of one machine")
    for worker in world.workers:
        worker.stop()
    world.server.stop()
    shutil.rmtree(world.server.data)
