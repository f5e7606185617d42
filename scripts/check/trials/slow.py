"""Keeps many slow clients connected. Other clients must still get their pages, and submissions must be judged."""

import resource
import shutil
import socket
import statistics
import tempfile
import threading
import time

from client import WRONG, Server, join, verdict


class Crowd:
    """Connections that send a few bytes from time to time. A closed connection is opened again."""

    def __init__(self, host, head, more, clients, reads):
        self.address = tuple(host.split(":"))
        self.head, self.more, self.reads = head.replace("HOST", host).encode(), more, reads
        self.open, self.closed, self.stop = [], 0, threading.Event()
        self.thread = threading.Thread(target=self.run, args=(clients,))
        self.thread.start()

    def one(self):
        client = socket.socket()
        if self.reads:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.setblocking(False)
        client.connect_ex((self.address[0], int(self.address[1])))
        return [client, False]

    def step(self, one):
        client, begun = one
        try:
            if not begun:
                client.send(self.head)
                one[1] = True
            elif self.more:
                client.send(self.more)
            if not client.recv(4 if self.reads else 4096):
                raise ConnectionError
        except BlockingIOError:
            pass
        except OSError:
            client.close()
            self.closed += 1
            one[:] = self.one()

    def run(self, clients):
        self.open = [self.one() for _ in range(clients)]
        while not self.stop.wait(1):
            for one in self.open:
                self.step(one)
        for client, _ in self.open:
            client.close()

    def end(self):
        self.stop.set()
        self.thread.join()


def half(program, clients=4500, seconds=35):
    """Sends half of many bodies, and measures how long `/healthz` takes in the meantime, on a new connection
    from another address and on a connection from the same address."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    data = tempfile.mkdtemp(prefix="mousetrap-half-")
    server = Server(program, data)
    _, invitation, _ = server.room()
    head = (f"POST /join/{invitation} HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nContent-Length: 100\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\n\r\nname={'x' * 45}")
    crowd = Crowd(server.host, head, b"", clients, False)
    times = {"127.0.0.2": [], "127.0.0.1": []}
    host, port = server.host.split(":")
    until = time.time() + seconds
    time.sleep(2)
    while time.time() < until:
        for source, all_ in times.items():
            began = time.time()
            try:
                with socket.create_connection((host, int(port)), 60, (source, 0)) as client:
                    client.sendall(f"GET /healthz HTTP/1.1\r\nHost: {server.host}\r\nConnection: close\r\n\r\n".encode())
                    answer = client.recv(4096)
                all_.append((time.time() - began, b" 200 " in answer[:20]))
            except OSError:
                all_.append((time.time() - began, False))
        time.sleep(0.1)
    crowd.end()
    for source, all_ in times.items():
        took = [time for time, _ in all_]
        print(f"half-sent bodies: {clients} for {seconds} s, {crowd.closed} closed by the server; /healthz from {source}: "
              f"{len(took)} times, {sum(not ok for _, ok in all_)} without an answer, "
              f"median {statistics.median(took) * 1000:.0f} ms, at most {max(took) * 1000:.0f} ms")
    server.stop()
    shutil.rmtree(data)


def slow(program, clients=300, seconds=20):
    data = tempfile.mkdtemp(prefix="mousetrap-slow-")
    server = Server(program, data)
    room, invitation, _ = server.room()
    browser = join(server.host, invitation, "Ann")
    post = f"POST /join/{invitation} HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nContent-Length: 100000\r\n"
    kinds = {
        "slow headers": ("GET / HTTP/1.1\r\nHost: HOST\r\n", b"X-More: more\r\n", False),
        "slow bodies": (post + "Content-Type: application/x-www-form-urlencoded\r\n\r\nname=", b"x", False),
        "slow readers": ("GET /assets/board.js HTTP/1.1\r\nHost: HOST\r\n\r\n" * 40, b"", True),
        "silent clients": ("", b"", False),
    }
    for name, (head, more, reads) in kinds.items():
        crowd = Crowd(server.host, head, more, clients, reads)
        times, pages, until = [], [], time.time() + seconds
        time.sleep(2)
        while time.time() < until:
            began = time.time()
            status, text = browser.get(f"/rooms/{room}")
            assert status == 200, (name, status)
            times.append(time.time() - began)
            if len(times) % 20 == 1:
                pages.append(browser.submit(room, WRONG % f"{name} {len(times)}"))
            time.sleep(0.1)
        crowd.end()
        deadline = time.time() + 60
        for page in pages:
            while verdict(browser.get(page)[1]) != "Wrong answer":
                assert time.time() < deadline, page
                time.sleep(0.1)
        print(f"{name}: {clients} for {seconds} s, {crowd.closed} closed by the server; meanwhile {len(times)} pages, "
              f"median {statistics.median(times) * 1000:.0f} ms, at most {max(times) * 1000:.0f} ms; {len(pages)} verdicts")
    server.stop()
    assert "panicked" not in server.complaints(), server.complaints()
    shutil.rmtree(data)
