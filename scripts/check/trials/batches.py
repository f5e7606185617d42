"""A client that judges on one of two servers with one PostgreSQL database. The server and the
client are killed: the other server deletes the batch, and judges what the client resumes."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from client import Postgres, Server

SLOW = """# {}
import time
class Solution:
    def catMouseGame(self, graph):
        end = time.process_time() + 0.5
        while time.process_time() < end:
            pass
        return 0 if len(graph) == 6 else 1
"""
MANY = 12


def batches(program):
    base = Postgres()
    places = [tempfile.mkdtemp(prefix="mousetrap-batches-") for _ in range(2)]
    one, other = (Server(program, place, "--print-token", database=base) for place in places)
    token = re.search(r"shown only once:\n(\w+)", one.said()).group(1)
    project = pathlib.Path(tempfile.mkdtemp(prefix="mousetrap-client-"))
    (project / "cases/913").mkdir(parents=True)
    (project / "cases/913/own.toml").write_text(
        '[[case]]\nname = "a"\ninput = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"\n'
        '[[case]]\nname = "b"\ninput = "[[1,3],[0],[3],[0,2]]"\n')
    (project / "judge.toml").write_text('[suites]\n913 = ["own"]\n')
    (project / "class").mkdir()
    for n in range(MANY):
        (project / f"class/{n}.py").write_text(SLOW.format(n))

    def command(server, *more):
        return [program, "judge", "class", "--server", f"http://{server.host}", "-o", "run.json", *more]

    environment = {**os.environ, "MOUSETRAP_TOKEN": token}
    client = subprocess.Popen(command(one), cwd=project, env=environment, stderr=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL)
    log = project / "run.json.log.jsonl"
    while not log.exists() or log.read_text().count('"judged"') < 3:
        assert client.poll() is None, "all were judged too soon"
        time.sleep(0.02)
    one.kill()
    client.kill()
    client.wait()
    began = time.time()
    while base.rows("SELECT id FROM rooms WHERE id LIKE 'batch-%'"):
        assert time.time() - began < 120, "the batch is not deleted"
        time.sleep(0.1)
    assert base.rows("SELECT COUNT(*) FROM tasks") == base.rows("SELECT COUNT(*) FROM submissions") == [("0",)]
    print(f"the server and the client of a batch were killed: the other server deleted it after {time.time() - began:.1f} s")
    known = log.read_text().count('"judged"')
    done = subprocess.run(command(other, "--resume"), cwd=project, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done
    assert f"{known} of {MANY} have already been judged" in done.stderr, done.stderr
    summary = json.loads((project / "run.json").read_text())["summary"]
    assert summary["as_expected"] == MANY, summary
    print(f"the other server judged the {MANY - known} of {MANY} submissions that had no verdict")
    other.stop()
    for place in [*places, project]:
        shutil.rmtree(place)
