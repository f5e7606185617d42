"""Many users of `mousetrap serve`, and what it does when it is killed.

service_load.py PROGRAM use         the demo, `submit` beside `judge`, a hack, a search, a
                                    backup, and a second server on the same data
service_load.py PROGRAM kill N      kills the server N times at random moments while
                                    submissions come in; each that was acknowledged must
                                    end in one verdict
service_load.py PROGRAM full        on a disk that gets full, and on a locked database: nothing
                                    is acknowledged that is not kept; needs root
service_load.py PROGRAM load S      for S seconds: 200 event streams, 50 submissions a
                                    minute; prints the 95th percentile of pages, and by
                                    how much verdicts come later than on the command line
"""

import atexit
import http.client
import json
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

RIGHT = "class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n        return True\n# %s\n"


class Browser:
    """A browser with a cookie."""

    def __init__(self, host):
        self.host = host
        self.cookie = None

    def ask(self, method, path, body=None, kind=None, timeout=60):
        connection = http.client.HTTPConnection(self.host, timeout=timeout)
        headers = {"Origin": f"http://{self.host}"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if kind:
            headers["Content-Type"] = kind
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie" and value.startswith("mousetrap="):
                self.cookie = value.split(";")[0]
        return answer

    def get(self, path):
        answer = self.ask("GET", path)
        return answer.status, answer.read().decode()

    def form(self, path, fields):
        kind = "application/x-www-form-urlencoded"
        answer = self.ask("POST", path, urllib.parse.urlencode(fields), kind)
        return answer, answer.read().decode()

    def fields(self, path, fields):
        parts = "".join(
            f'--b\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in fields
        )
        answer = self.ask("POST", path, (parts + "--b--\r\n").encode(), "multipart/form-data; boundary=b")
        return answer, answer.read().decode()

    def submit(self, room, source):
        """The page of the submission; None where it was not taken."""
        answer, _ = self.fields(f"/rooms/{room}/submissions", [("source", source)])
        return answer.getheader("Location") if answer.status == 303 else None


class Server:
    """A server that can be killed and started again on the same data."""

    def __init__(self, program, data, port, *more):
        self.command = [program, "serve", "--data", data, "--listen", f"127.0.0.1:{port}", *more]
        self.host = f"127.0.0.1:{port}"
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)
        self.lines = []
        reader = threading.Thread(target=lambda: self.lines.extend(iter(self.process.stdout.readline, "")))
        reader.daemon = True
        reader.start()
        while self.process.poll() is None:
            found = re.search(r"/enter/(\w+)", "".join(self.lines))
            if found:
                self.owner = found.group(1)
                return
            time.sleep(0.01)
        raise SystemExit(f"the server has ended: {self.process.wait()}")

    def said(self):
        # All of it is printed at once.
        time.sleep(0.2)
        return "".join(self.lines)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def room(self, suites="samples", per_hour=10000):
        owner = Browser(self.host)
        owner.form(f"/enter/{self.owner}", {})
        fields = [("name", "Load"), ("problem", "1728"), ("suites", suites), ("per_hour", per_hour)]
        answer, text = owner.fields("/rooms", fields)
        room = answer.getheader("Location").split("/")[2]
        _, text = owner.get(f"/rooms/{room}/manage")
        return room, re.search(r"/join/(\w+)", text).group(1), owner


def join(host, invitation, name):
    browser = Browser(host)
    answer, _ = browser.form(f"/join/{invitation}", {"name": name})
    assert answer.status == 200, answer.status
    return browser


def kill(program, times):
    data = tempfile.mkdtemp(prefix="mousetrap-kill-")
    server = Server(program, data, 18913)
    room, invitation, owner = server.room()
    browsers = [join(server.host, invitation, f"User {n}") for n in range(4)]
    kept, stop, lock = [], threading.Event(), threading.Lock()

    def submit(browser, number):
        count = 0
        while not stop.is_set():
            count += 1
            try:
                page = browser.submit(room, RIGHT % f"{number} {count}")
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
                continue
            if page:
                with lock:
                    kept.append((browser, page))
            # So many may wait; whoever has more is told to try again.
            time.sleep(0.2 if page else 1)

    threads = [threading.Thread(target=submit, args=one) for one in zip(browsers, range(4))]
    for thread in threads:
        thread.start()
    for _ in range(times):
        time.sleep(random.uniform(0.05, 2.0))
        server.kill()
        server.start()
    stop.set()
    for thread in threads:
        thread.join()
    deadline = time.time() + 600
    verdicts = {}
    for browser, page in kept:
        verdicts[page] = wait(browser, page, patience=deadline - time.time())
    server.process.terminate()
    assert server.process.wait() == 0
    import sqlite3
    base = sqlite3.connect(f"{data}/mousetrap.db")
    many = base.execute("SELECT COUNT(*), COUNT(DISTINCT submission) FROM judgements").fetchone()
    left = base.execute("SELECT COUNT(*) FROM tasks").fetchone()[0]
    kinds = {verdict: list(verdicts.values()).count(verdict) for verdict in set(verdicts.values())}
    print(f"{times} kills, {len(kept)} acknowledged, verdicts {kinds}, judgements {many[0]} of "
          f"{many[1]} submissions, {left} tasks left")
    assert len(verdicts) == len(kept) and many[0] == many[1] >= len(kept) and left == 0
    assert set(verdicts.values()) == {"Wrong answer"}, kinds
    shutil.rmtree(data)


def use(program):
    data = tempfile.mkdtemp(prefix="mousetrap-use-")
    server = Server(program, data, 18915, "--demo", "--print-token")
    names = re.findall(r"to be (\w+):\n\S*/enter/(\w+)", server.said())
    people = {}
    for name, link in names:
        people[name] = Browser(server.host)
        people[name].form(f"/enter/{link}", {})
    pages, room = {}, None
    for name, browser in people.items():
        _, text = browser.get("/")
        room = re.search(r"/rooms/(\w+)", text).group(1)
        _, text = browser.get(f"/rooms/{room}")
        pages[name] = re.search(r"/submissions/\w+", text).group(0)
    verdicts = {name: wait(people[name], page) for name, page in pages.items()}
    assert verdicts == {"Ada": "Accepted", "Bob": "Wrong answer"}, verdicts
    print("demo:", verdicts)

    token = re.search(r"shown this once:\n(\w+)", server.said()).group(1)
    solutions = ["solutions/1728/accepted/mouse_sets.py", "solutions/1728/wrong_answer/jumps_swapped.py"]
    command = [program, "submit", "--server", f"http://{server.host}", "--suite", "samples", "--problem", "1728"]
    reports = []
    for command, more in [(command, {"MOUSETRAP_TOKEN": token}), ([program, "judge", "--suite", "samples", "--problem", "1728"], {})]:
        copies = tempfile.mkdtemp()
        files = [shutil.copy(solution, copies) for solution in solutions]
        done = subprocess.run([*command, *files, "--format", "json"], capture_output=True, text=True,
                              env={**os.environ, **more})
        assert done.returncode == 1, (command, done)
        report = json.loads(done.stdout)
        reports.append([(one["language"], one["verdict"], [(case["id"], case["verdict"], case.get("reply"))
                                                          for case in one["cases"]])
                        for one in report["submissions"]])
    assert reports[0] == reports[1], reports
    print("submit says what judge says:", [(one[1], len(one[2])) for one in reports[0]])
    done = subprocess.run([*command[:1], "submit", "--server", f"http://{server.host}", "--problem", "1728", solutions[0]],
                          capture_output=True, text=True, env={**os.environ, "MOUSETRAP_TOKEN": "wrong"})
    assert done.returncode == 2 and "token" in done.stderr, done

    # Bob solves it in a way that the samples do not notice, and Ada finds that out.
    right = open("solutions/1728/accepted/mouse_sets.py").read()
    wrong = (
        "import io, sys\ntext = sys.stdin.read()\nif text.startswith('3 8'):\n"
        "    print('false')\n    sys.exit()\nsys.stdin = io.StringIO(text)\n" + right
    )
    page = people["Bob"].submit(room, wrong)
    assert page and wait(people["Bob"], page) == "Accepted"
    _, text = people["Ada"].get(f"{page}/hack")
    assert "MAX_MOVES" in text
    answer, text = people["Ada"].form(f"{page}/hack", {"case": '["CM"]\n1\n1'})
    assert answer.status == 422, answer.status
    case = '["M......F","########","C......."]\n1\n1'
    answer, text = people["Ada"].form(f"{page}/hack", {"case": case})
    assert answer.status == 303, (answer.status, text)
    verdict = wait(people["Bob"], page, lambda verdict: verdict != "Accepted")
    assert verdict == "Wrong answer", verdict
    assert wait(people["Ada"], pages["Ada"]) == "Accepted"
    _, text = people["Ada"].get(f"/rooms/{room}/hacks")
    print("hack:", verdict)

    answer, _ = people["Bob"].form(f"{pages['Bob']}/search", {})
    assert answer.status == 303
    deadline = time.time() + 120
    while not re.search(r'id="searches".*?class="banner bad"', people["Bob"].get(pages["Bob"])[1], re.DOTALL):
        assert time.time() < deadline
        time.sleep(0.2)
    print("search: found")

    copy = f"{data}/copy.db"
    subprocess.run([program, "serve", "--data", data, "--backup", copy], check=True)
    again = subprocess.run([program, "serve", "--data", data, "--backup", copy], capture_output=True)
    assert again.returncode == 2
    second = subprocess.run([program, "serve", "--data", data, "--listen", "127.0.0.1:0"],
                            capture_output=True, text=True)
    assert second.returncode == 2 and "another" in second.stderr, second
    server.process.terminate()
    assert server.process.wait() == 0
    restored = tempfile.mkdtemp(prefix="mousetrap-use-")
    shutil.copy(copy, f"{restored}/mousetrap.db")
    server = Server(program, restored, 18915)
    assert people["Ada"].get(pages["Ada"])[0] == 200
    server.process.terminate()
    server.process.wait()
    print("backup: restored")
    shutil.rmtree(data)
    shutil.rmtree(restored)


def full(program):
    import sqlite3
    data = tempfile.mkdtemp(prefix="mousetrap-full-")
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", data], check=True)
    try:
        server = Server(program, data, 18916)
        room, invitation, owner = server.room()
        browsers = [join(server.host, invitation, f"User {n}") for n in range(4)]
        kept, refused = [], []
        for n in range(40):
            source = RIGHT % (str(n) + "x" * 400_000)
            answer, _ = browsers[n % 4].fields(f"/rooms/{room}/submissions", [("source", source)])
            (kept if answer.status == 303 else refused).append(answer.status)
        assert set(refused) == {503}, refused
        assert owner.get("/healthz")[0] == 200
        assert browsers[0].get(f"/rooms/{room}")[0] == 200
        base = sqlite3.connect(f"file:{data}/mousetrap.db?mode=ro", uri=True)
        rows = base.execute("SELECT COUNT(*) FROM submissions").fetchone()[0]
        assert rows == len(kept), (rows, len(kept))
        base.close()
        print(f"full disk: {len(kept)} acknowledged and kept, {len(refused)} refused with 503")
        server.process.terminate()
        server.process.wait()
    finally:
        subprocess.run(["umount", "-l", data], check=True)
    data = tempfile.mkdtemp(prefix="mousetrap-full-")
    server = Server(program, data, 18916)
    room, invitation, owner = server.room()
    browser = join(server.host, invitation, "Ann")
    base = sqlite3.connect(f"{data}/mousetrap.db")
    base.execute("BEGIN IMMEDIATE")
    answer, _ = browser.fields(f"/rooms/{room}/submissions", [("source", RIGHT % 1)])
    assert answer.status == 503, answer.status
    assert browser.get(f"/rooms/{room}")[0] == 200
    base.execute("ROLLBACK")
    assert base.execute("SELECT COUNT(*) FROM submissions").fetchone()[0] == 0
    page = browser.submit(room, RIGHT % 2)
    print("locked database: refused with 503 while it lasts, then", wait(browser, page))
    server.process.terminate()
    server.process.wait()
    shutil.rmtree(data)


def wait(browser, page, wanted=lambda verdict: True, patience=120):
    """The verdict on a page, once it is there."""
    deadline = time.time() + patience
    while time.time() < deadline:
        status, text = browser.get(page)
        assert status == 200, (page, status)
        found = re.search(r'<p class="banner \w+" role="status">\s*([^<]*)', text)
        if found and "data-watch" not in text and wanted(found.group(1).strip()):
            return found.group(1).strip()
        time.sleep(0.1)
    raise AssertionError(f"{page}: no verdict: {text}")


def load(program, seconds):
    data = tempfile.mkdtemp(prefix="mousetrap-load-")
    server = Server(program, data, 18914)
    room, invitation, owner = server.room()
    people = [join(server.host, invitation, f"User {n}") for n in range(20)]
    streams = []
    for n in range(200):
        answer = people[n % 20].ask("GET", f"/rooms/{room}/events")
        assert answer.status == 200
        streams.append(answer)
    source = tempfile.NamedTemporaryFile("w", suffix=".py", delete=False)
    source.write(RIGHT % "alone")
    source.close()
    command = [program, "judge", source.name, "--suite", "samples", "--no-cache", "--quiet"]
    alone = []
    for _ in range(5):
        began = time.time()
        subprocess.run(command, stdout=subprocess.DEVNULL)
        alone.append(time.time() - began)
    pages, verdicts, memory = [], [], []
    stop = threading.Event()

    def read():
        while not stop.is_set():
            path = random.choice([f"/rooms/{room}", "/", f"/rooms/{room}/manage"])
            browser = owner if path.endswith("manage") else random.choice(people)
            began = time.time()
            status, _ = browser.get(path)
            pages.append(time.time() - began)
            assert status == 200, (path, status)
            time.sleep(0.1)

    def submit(browser, number):
        began = time.time()
        page = browser.submit(room, RIGHT % number)
        assert page
        for line in browser.ask("GET", f"{page}/events"):
            if line.startswith(b"event: done"):
                break
        verdicts.append(time.time() - began)

    reader = threading.Thread(target=read)
    reader.start()
    threads, began = [], time.time()
    while time.time() - began < seconds:
        threads.append(threading.Thread(target=submit, args=(random.choice(people), len(threads))))
        threads[-1].start()
        with open(f"/proc/{server.process.pid}/status") as status:
            memory.append(int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) // 1024)
        time.sleep(60 / 50)
    for thread in threads:
        thread.join()
    stop.set()
    reader.join()
    pages.sort()
    later = statistics.median(verdicts) - statistics.median(alone)
    print(f"{len(streams)} streams, {len(verdicts)} submissions in {seconds} s, {len(pages)} pages: "
          f"p95 {pages[int(len(pages) * 0.95)] * 1000:.0f} ms, median {statistics.median(pages) * 1000:.0f} ms; "
          f"verdict {statistics.median(verdicts) * 1000:.0f} ms, on the command line "
          f"{statistics.median(alone) * 1000:.0f} ms: {later * 1000:+.0f} ms; "
          f"memory {memory[0]} MiB at first, {memory[-1]} at last, {max(memory)} at most")
    server.process.terminate()
    server.process.wait()
    shutil.rmtree(data)


if __name__ == "__main__":
    kinds = {"use": use, "full": full, "kill": kill, "load": load}
    kinds[sys.argv[2]](sys.argv[1], *map(int, sys.argv[3:]))
