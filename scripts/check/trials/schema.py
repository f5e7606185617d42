"""The description of the interface for programs, against the service itself: schemathesis
makes requests of it, and looks at what comes back."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

from client import Server, join


def schema(program, examples=100):
    tool = os.environ.get("SCHEMATHESIS", "schemathesis")
    data = tempfile.mkdtemp(prefix="mousetrap-schema-")
    server = Server(program, data, "--print-token")
    owner = re.search(r"shown this once:\n(\w+)", server.said()).group(1)
    room, invitation, keeper = server.room()
    someone = join(server.host, invitation, "Ann")
    _, text = someone.form(f"/rooms/{room}/token", {})
    own = re.search(r"<code[^>]*>(\w{20,})</code>", text).group(1)
    page = someone.submit(room, open("solutions/1728/accepted/mouse_sets.py").read())
    _, text = keeper.form("/tokens", {"name": "reads", "read": "on"})
    reads = re.search(r"<code[^>]*>(\w{20,})</code>", text).group(1)
    # What is there, so that not every id leads nowhere.
    config = f"{data}/schemathesis.toml"
    with open(config, "w") as file:
        file.write(f'[parameters]\n"path.room" = "{room}"\n"path.submission" = "{page.rpartition("/")[2]}"\n')
    for name, token in [("the owner's token", owner), ("a token that reads", reads), ("a participant's token", own)]:
        for more in [["--config-file", config], []]:
            command = [tool, *more, "run", f"http://{server.host}/api/v1/openapi.json", "--header",
                       f"Authorization: Bearer {token}", "--max-examples", str(examples), "--no-color",
                       "--request-timeout", "60", "--seed", "1", "--generation-database", "none",
                       # What is not a solution is refused, whatever it is; the status says so.
                       "--exclude-checks", "positive_data_acceptance"]
            done = subprocess.run(command, cwd=data, capture_output=True, text=True)
            print(f"{name}{', known ids' if more else ''}: " + " ".join(done.stdout.split("SUMMARY", 1)[-1].replace("=", "").split())[:600])
            if done.returncode:
                print(done.stdout, done.stderr, file=sys.stderr)
            assert done.returncode == 0
    server.stop()
    assert "panicked" not in server.complaints(), server.complaints()
    shutil.rmtree(data)
