"""Many users of `mousetrap serve`, and what it does when it is killed.

service_load.py PROGRAM kill N      kills the server N times at random moments while
                                    submissions come in; each that was acknowledged must
                                    end in one verdict
service_load.py PROGRAM load S      for S seconds: 200 event streams, 50 submissions a
                                    minute; prints the 95th percentile of pages, and by
                                    how much verdicts come later than on the command line
"""

import http.client
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
        for line in self.process.stdout:
            found = re.search(r"/enter/(\w+)", line)
            if found:
                self.owner = found.group(1)
                return
        raise SystemExit(f"the server has ended: {self.process.wait()}")

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
        while True:
            status, text = browser.get(page)
            found = re.search(r'class="verdict[^"]*"[^>]*>\s*([^<]*)', text)
            if found:
                verdicts[page] = found.group(1).strip()
                break
            assert status == 200, (page, status)
            assert time.time() < deadline, f"{page} has no verdict"
            time.sleep(0.05)
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
    {"kill": kill, "load": load}[sys.argv[2]](sys.argv[1], int(sys.argv[3]))
