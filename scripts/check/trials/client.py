"""Browsers, servers that can be killed, and private PostgreSQL servers, for the trials."""

import atexit
import contextlib
import http.client
import os
import pathlib
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
import urllib.parse

# A fast submission that fails on the samples; `%s` makes each copy unique.
WRONG = "class Solution:\n    def canMouseWin(self, grid, catJump, mouseJump):\n        return True\n# %s\n"


class Browser:
    """A browser that stores one cookie."""

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
        """Returns the page of the submission, or None if the submission was rejected."""
        answer, _ = self.fields(f"/rooms/{room}/submissions", [("source", source)])
        return answer.getheader("Location") if answer.status == 303 else None


def free_port():
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as listener:
        return listener.getsockname()[1]


class Server:
    """A server that can be killed and started again on the same data and the same port."""

    def __init__(self, program, data, *more, database=None):
        self.data, self.database = data, database
        port = free_port()
        self.command = [program, "serve", "--data", data, "--listen", f"127.0.0.1:{port}", *more]
        self.environment = {**os.environ, "MOUSETRAP_DATABASE": database.url if database else ""}
        self.host = f"127.0.0.1:{port}"
        # The standard error of the server, which is empty unless an error occurs.
        self.log = tempfile.TemporaryFile()
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=self.log, text=True,
                                        env=self.environment)
        atexit.register(self.process.kill)
        self.lines = []
        reader = threading.Thread(target=lambda: self.lines.extend(iter(self.process.stdout.readline, "")))
        reader.daemon = True
        reader.start()
        while self.process.poll() is None:
            if " is ready" in "".join(self.lines):
                self.owner = pathlib.Path(self.data, "owner-link").read_text()
                return
            time.sleep(0.01)
        raise SystemExit(f"the server has ended: {self.process.wait()}: {self.complaints()}")

    def said(self):
        # The server prints all these lines at once.
        time.sleep(0.2)
        return "".join(self.lines)

    def complaints(self):
        self.log.seek(0)
        return self.log.read().decode()

    def kill(self):
        """Kills the server, which must not have ended before."""
        self.process.kill()
        assert self.process.wait() == -signal.SIGKILL, self.complaints()

    def stop(self):
        """Stops the server gracefully."""
        self.process.terminate()
        assert self.process.wait(60) == 0

    def rows(self, query):
        """Returns rows of the database as texts."""
        if self.database:
            return self.database.rows(query)
        with contextlib.closing(sqlite3.connect(f"file:{self.data}/mousetrap.db?mode=ro", uri=True)) as base:
            return [tuple(map(str, row)) for row in base.execute(query)]

    def room(self, suites="samples", *more):
        """Creates a room. Returns its id, the invitation, and its owner."""
        owner = Browser(self.host)
        owner.form(f"/enter/{self.owner}", {})
        fields = [("name", "Load"), ("problems", "1728"), ("suites", suites), ("per_hour", 10000), *more]
        answer, text = owner.fields("/rooms", fields)
        assert answer.status == 303, text
        room = answer.getheader("Location").split("/")[2]
        _, text = owner.get(f"/rooms/{room}/manage")
        return room, re.search(r"/join/(\w+)", text).group(1), owner


class Postgres:
    """A private PostgreSQL that ends with this process. It can listen at one more address, for a network."""

    def __init__(self, address=None, network=None, settings=()):
        self.settings = settings
        self.place = tempfile.mkdtemp(prefix="mousetrap-postgres-")
        os.chmod(self.place, 0o777)
        versions = "/usr/lib/postgresql"
        self.programs = f"{versions}/{max(os.listdir(versions), key=int)}/bin"
        # PostgreSQL refuses to run as root.
        user = ["--reuid", "postgres", "--regid", "postgres", "--init-groups"] if os.getuid() == 0 else []
        self.user = ["setpriv", "--pdeathsig", "KILL", *user, "--"]
        made = [f"{self.programs}/initdb", "-A", "trust", "-U", "postgres", "--no-sync", "-D", f"{self.place}/base"]
        subprocess.run([*self.user, *made], check=True, stdout=subprocess.DEVNULL, cwd="/")
        if network:
            with open(f"{self.place}/base/pg_hba.conf", "a") as rules:
                rules.write(f"host all all {network} trust\n")
        self.addresses = ",".join(filter(None, ["127.0.0.1", address]))
        self.port = free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        atexit.register(shutil.rmtree, self.place, ignore_errors=True)
        self.start()

    def start(self):
        command = [f"{self.programs}/postgres", "-D", f"{self.place}/base", "-p", str(self.port),
                   "-c", f"listen_addresses={self.addresses}", "-c", "unix_socket_directories=", "-c", "max_connections=100"]
        for setting in self.settings:
            command += ["-c", setting]
        with open(f"{self.place}/log", "ab") as log:
            self.process = subprocess.Popen([*self.user, *command], stdout=log, stderr=log, cwd="/")
        atexit.register(self.process.kill)
        ready = [f"{self.programs}/pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(ready).returncode != 0:
            time.sleep(0.05)

    def rows(self, query):
        command = [f"{self.programs}/psql", "-At", "-F", "\t", self.url, "-c", query]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return [tuple(line.split("\t")) for line in said.splitlines()]


def join(host, invitation, name):
    browser = Browser(host)
    answer, text = browser.form(f"/join/{invitation}", {"name": name})
    assert answer.status == 200, (answer.status, text)
    return browser


def verdict(text):
    """Returns the verdict on the page of a submission, or None if there is none yet."""
    found = re.search(r'<div class="banner verdict \w+" role="status"><strong>\s*([^<]*)', text)
    return found.group(1).strip() if found and "data-watch" not in text else None


def wait(browser, page, wanted=lambda verdict: True, patience=120):
    """Waits for the verdict on a page and returns it."""
    deadline = time.time() + patience
    while time.time() < deadline:
        status, text = browser.get(page)
        assert status == 200, (page, status)
        found = verdict(text)
        if found and wanted(found):
            return found
        time.sleep(0.1)
    raise AssertionError(f"{page}: no verdict: {text}")
