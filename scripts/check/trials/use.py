"""Uses the service as a newcomer, a program and an operator do."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time

from client import Browser, Server, wait


def use(program):
    data = tempfile.mkdtemp(prefix="mousetrap-use-")
    server = Server(program, data, "--demo", "--print-token")
    names = re.findall(r"to see the room as (\w+), open\n\S*/enter/(\w+)", server.said())
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

    token = re.search(r"shown only once:\n(\w+)", server.said()).group(1)
    solutions = ["solutions/1728/accepted/mouse_sets.py", "solutions/1728/wrong_answer/jumps_swapped.py"]
    command = [program, "judge", "--server", f"http://{server.host}", "--suite", "samples", "--problem", "1728"]
    reports = []
    for command, more in [(command, {"MOUSETRAP_TOKEN": token}), ([program, "judge", "--suite", "samples", "--problem", "1728"], {})]:
        copies = tempfile.mkdtemp()
        files = [shutil.copy(solution, copies) for solution in solutions]
        done = subprocess.run([*command, *files, "--format", "json"], capture_output=True, text=True,
                              env={**os.environ, **more})
        assert done.returncode == 1, (command, done)
        report = json.loads(done.stdout)
        judged = [(one["language"], one["outcome"]["judged"]) for one in report["submissions"]]
        reports.append([(language, judgement["verdict"],
                         [(case["case"], case["verdict"], case.get("failing", {}).get("reply"))
                          for case in judgement["cases"]])
                        for language, judgement in judged])
    assert reports[0] == reports[1], reports
    print("judge --server reports what judge reports:", [(one[1], len(one[2])) for one in reports[0]])
    done = subprocess.run([*command[:1], "judge", "--server", f"http://{server.host}", "--problem", "1728", solutions[0]],
                          capture_output=True, text=True, env={**os.environ, "MOUSETRAP_TOKEN": "wrong"})
    assert done.returncode == 2 and "token" in done.stderr, done

    # Bob submits a wrong solution that passes the samples, and Ada hacks it.
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
    server = Server(program, restored)
    people["Ada"].host = server.host
    assert people["Ada"].get(pages["Ada"])[0] == 200
    server.process.terminate()
    server.process.wait()
    print("backup: restored")
    shutil.rmtree(data)
    shutil.rmtree(restored)
