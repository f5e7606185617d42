"""A correct but slow program in a room with hidden cases must not be stopped early."""

import pathlib
import shutil
import tempfile
import time

from client import Server, join, wait


def budget(program, source="solutions/913/accepted/memoised_search.py", minutes=40):
    data = tempfile.mkdtemp(prefix="mousetrap-budget-")
    server = Server(program, data)
    name = pathlib.Path(source)
    room, invitation, owner = server.room("", ("problems", name.parts[1]), ("feedback", "verdict"))
    browser = join(server.host, invitation, "Ann")
    language = "pypy" if name.suffix == ".pypy" else "python"
    answer, text = browser.fields(f"/rooms/{room}/submissions", [("source", name.read_text()), ("problem", name.parts[1]),
                                                                  ("language", language)])
    assert answer.status == 303, text
    began = time.time()
    page = answer.getheader("Location")
    found = wait(owner, page, patience=minutes * 60)
    print(f"{source}: {found} after {time.time() - began:.0f} s")
    server.stop()
    assert found == "Accepted", found
    shutil.rmtree(data)
