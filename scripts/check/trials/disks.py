"""Tries full and read-only disks, and a locked database. The errors must name the cause, and only stored
submissions may be acknowledged. Needs root, for mounts."""

import contextlib
import glob
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import time

from client import WRONG, Server, join, wait


@contextlib.contextmanager
def mounted(*words):
    """Mounts a file system on a new directory and returns the directory."""
    place = tempfile.mkdtemp(prefix="mousetrap-disk-")
    subprocess.run(["mount", *words, place], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", place], check=True)
        os.rmdir(place)


def crowd(server, count=4):
    room, invitation, owner = server.room()
    return room, [join(server.host, invitation, f"User {n}") for n in range(count)], owner


def takes_nothing(server, room, browser, number):
    """Checks that the service refuses submissions with an error, but still shows pages."""
    answer, text = browser.fields(f"/rooms/{room}/submissions", [("source", WRONG % number)])
    assert answer.status == 503, (answer.status, text)
    assert browser.get(f"/rooms/{room}")[0] == 200
    assert browser.get("/readyz")[0] == 503 and browser.get("/healthz")[0] == 200


def takes_again(server, room, kept, browser, number):
    """Checks that the service recovers by itself, and that acknowledged submissions get verdicts."""
    deadline = time.time() + 60
    while not (page := browser.submit(room, WRONG % number)):
        assert time.time() < deadline
        time.sleep(0.2)
    assert browser.get("/readyz")[0] == 200
    kept = [*kept, (browser, page)]
    assert {wait(of, page) for of, page in kept} == {"Wrong answer"}
    ids = {f"/submissions/{id}" for (id,) in server.rows("SELECT id FROM submissions")}
    assert ids == {page for _, page in kept}, "kept is what was acknowledged"
    rows = server.rows("SELECT submission FROM judgements")
    assert len(rows) == len(set(rows)) == len(ids)
    return kept


def full(program, seconds):
    with mounted("-t", "tmpfs", "-o", "size=2m", "tmpfs") as data:
        server = Server(program, data)
        room, browsers, _ = crowd(server)
        kept, refused = [], []
        # Submits smaller and smaller sources, until the server refuses even the smallest one.
        for size in [400_000, 40_000, 4_000, 0]:
            while True:
                number = len(kept) + len(refused)
                browser = browsers[number % len(browsers)]
                source = WRONG % (str(number) + "x" * size)
                answer, _ = browser.fields(f"/rooms/{room}/submissions", [("source", source)])
                if answer.status != 303:
                    refused.append(answer.status)
                    break
                kept.append((browser, answer.getheader("Location")))
        # Uses up the remaining space, so that no verdict can be stored.
        with contextlib.suppress(OSError), open(f"{data}/other", "wb") as other:
            while other.write(bytes(4096)):
                other.flush()
        assert set(refused) == {503}, refused
        takes_nothing(server, room, browsers[0], "full")
        time.sleep(seconds)
        subprocess.run(["mount", "-o", "remount,size=64m", data], check=True)
        all_ = takes_again(server, room, kept, browsers[1], "larger")
        said = set(line.partition("ERROR")[2].strip()[:100] for line in server.complaints().splitlines())
        server.stop()
        with contextlib.suppress(OSError), open(f"{data}/other", "ab") as other:
            while other.write(bytes(4096)):
                other.flush()
        again = subprocess.run(server.command, capture_output=True, text=True)
        assert again.returncode == 2 and f"{data}/mousetrap.db: " in again.stderr, again
        assert "free at least 1 MiB" in again.stderr, again
        os.remove(f"{data}/other")
        server.start()
        assert browsers[0].get(f"/rooms/{room}")[0] == 200
        server.stop()
    print(f"a start on a full disk said {again.stderr.strip()!r}")
    print(f"full disk: {len(kept)} acknowledged, {len(refused)} refused with 503; made larger after {seconds} s, it "
          f"goes on, and all {len(all_)} got their verdicts; it said {sorted(said)}")


def read_only(program):
    image = tempfile.NamedTemporaryFile(suffix=".img")
    image.truncate(32 << 20)
    subprocess.run(["mkfs.ext4", "-q", image.name], check=True)
    before = set(glob.glob("/sys/fs/ext4/*"))
    with mounted("-o", "loop,errors=remount-ro", image.name) as data:
        (device,) = set(glob.glob("/sys/fs/ext4/*")) - before
        server = Server(program, data)
        room, browsers, _ = crowd(server)
        kept = [(browser, browser.submit(room, WRONG % n)) for n, browser in enumerate(browsers)]
        assert all(page for _, page in kept), kept
        # Triggers the kernel's reaction to a disk error.
        pathlib.Path(device, "trigger_fs_error").write_text("tried")
        takes_nothing(server, room, browsers[0], "read-only")
        said = set(line.partition("ERROR")[2].strip()[:100] for line in server.complaints().splitlines())
        again = subprocess.run([program, "serve", "--data", f"{data}/new"], capture_output=True, text=True)
        assert again.returncode == 2 and "Read-only" in again.stderr, again
        server.stop()
        again = subprocess.run(server.command, capture_output=True, text=True)
        assert again.returncode == 2 and "Read-only" in again.stderr, again
    with mounted("-o", "loop", image.name) as data:
        server.command[3] = server.data = data
        server.start()
        takes_again(server, room, kept, browsers[0], "mended")
        server.stop()
    print(f"read-only disk: refused with 503, said {sorted(said)}; a start said {again.stderr.strip()!r}; mounted anew, "
          f"all {len(kept) + 1} got their verdicts")


def locked(program, seconds):
    data = tempfile.mkdtemp(prefix="mousetrap-locked-")
    server = Server(program, data)
    room, browsers, _ = crowd(server)
    kept = [(browser, browser.submit(room, WRONG % n)) for n, browser in enumerate(browsers)]
    base = sqlite3.connect(f"{data}/mousetrap.db")
    base.execute("BEGIN IMMEDIATE")
    began = time.time()
    takes_nothing(server, room, browsers[0], "locked")
    time.sleep(max(0, seconds - (time.time() - began)))
    base.execute("ROLLBACK")
    base.close()
    lasted = time.time() - began
    takes_again(server, room, kept, browsers[0], "free")
    server.stop()
    shutil.rmtree(data)
    print(f"locked database: refused with 503 for {lasted:.0f} s, then all got their verdicts")


def disks(program, seconds=2):
    full(program, seconds)
    read_only(program)
    locked(program, seconds)
