"""Sends unusual values in every field of every form. The service must not fail, and pages must be well-formed."""

import html.parser
import itertools
import random
import re
import shutil
import tempfile
import time
import urllib.parse
from collections import Counter

from client import WRONG, Browser, Postgres, Server, join, wait

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
VALUES = [
    b"", b" ", b"\0", b"a\0b", b"\xff\xfe\x80", b"\xc3", b"\xed\xa0\x80", "\u202e\u200b\u2028\ufeff".encode(), b"\r\n\r\n", b"\x1b[31m\x07\x08",
    b"9" * 400, b"-1", b"0", b"1e999", b"NaN", b"18446744073709551616", b"9223372036854775807", b"-9223372036854775808",
    b"true", b"null", b"[]", b"{}", b"[1,2]", b"'\"><script>alert(1)</script>", b"{{ 7*7 }}", b"%s%n", b"../../etc/passwd", b"/", b"\\",
    b"' OR 1=1 --", b"x" * 70_000, "\U0001f600".encode() * 5_000, b"\n" * 20_000, b"((((" * 5_000, b"2026-11-22T16:00", b"9999-99-99T99:99",
    b"0001-01-01T00:00", b"=1+1", b"__proto__", b"[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]", b'["CMF"]\n1\n1', b"[" * 20_000, b'["' + b"." * 60_000 + b'"]\n1\n1',
]


class Page(html.parser.HTMLParser):
    """Parses a page: its forms, its links, and elements that are not closed."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.links, self.open, self.faults = [], [], [], []
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> does not end" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        own = dict(attributes)
        if len(own) != len(attributes):
            self.faults.append(f"<{tag}> says {attributes} twice")
        if tag not in VOID:
            self.open.append(tag)
        if tag == "form":
            self.forms.append((own.get("method", "get"), own.get("action"), own.get("enctype", ""), {}))
        elif tag == "a" and own.get("href", "").startswith("/"):
            self.links.append(own["href"].partition("#")[0])
        elif tag in ("input", "textarea", "select", "button") and own.get("name") and self.forms:
            self.forms[-1][3].setdefault(own["name"], own.get("value") or "")

    def handle_startendtag(self, tag, attributes):
        if tag in VOID:
            self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> ends what is open: {self.open[-3:]}")
        if tag in self.open:
            while self.open.pop() != tag:
                pass


def bodies(kind, fields, value, name):
    """Returns request bodies of a form in which one field is unusual."""
    usual = [(key, text.encode()) for key, text in fields.items()]
    without = [field for field in usual if field[0] != name]
    for sent in [[*without, (name, value)], [*usual, (name, value)], [(name, value)] * 3,
                 [*without, (f"{name}[]", value)], without]:
        if kind == "multipart/form-data":
            body = b"".join(b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (key.encode(), text)
                            for key, text in sent)
            yield "multipart/form-data; boundary=b", body + b"--b--\r\n"
            # A file with that name, and a truncated body.
            if name in ("file", "source"):
                yield "multipart/form-data; boundary=b", (
                    b'--b\r\nContent-Disposition: form-data; name="file"; filename="' + value[:200].replace(b'"', b"")
                    + b'.py"\r\nContent-Type: text/x-python\r\n\r\n' + value + b"\r\n--b--\r\n")
                yield "multipart/form-data; boundary=b", body
        else:
            yield "application/x-www-form-urlencoded", urllib.parse.urlencode(sent).encode()
            yield "application/x-www-form-urlencoded", b"&".join(key.encode() + b"=" + text for key, text in sent)
    yield "application/json", b"{}"
    yield "text/plain", value


class Fuzz:
    def __init__(self, server, share):
        self.server, self.share, self.statuses, self.faults = server, share, Counter(), []
        self.forms, self.sent = set(), 0

    def check(self, what, answer, text, page=True):
        self.statuses[answer.status] += 1
        if answer.status >= 500:
            self.faults.append((what, answer.status, text[:300]))
        if page and answer.getheader("Content-Type", "").startswith("text/html"):
            found = Page(text)
            self.faults += [(what, fault) for fault in found.faults[:3]]
            if text and not text.rstrip().endswith("</html>"):
                self.faults.append((what, "is not a whole page"))
            return found
        return None

    def read(self, browser, path):
        answer = browser.ask("GET", path)
        return self.check(f"GET {path}", answer, answer.read().decode())

    def crawl(self, browser, start, skip):
        """Visits all pages that can be reached from `start`, and returns their forms."""
        seen, left = set(), list(start)
        while left:
            path = left.pop()
            if path in seen or re.search(skip, path):
                continue
            seen.add(path)
            page = self.read(browser, path)
            if page is None:
                continue
            left += page.links
            for method, action, kind, fields in page.forms:
                yield method, action or path, kind, fields

    def odd_paths(self, browser, paths):
        for path, odd in itertools.product(paths, ["%00", "%ff", "..%2f", "x" * 5000, "?a=%00&a[]=1", "%F0%9F%98%80", "'"]):
            answer = browser.ask("GET", path.rstrip("/") + "/" + odd)
            self.check(f"GET {path}/{odd[:20]}", answer, answer.read().decode(errors="replace"))

    def fill(self, browser, form):
        method, action, kind, fields = form
        shape = (re.sub(r"[a-z0-9]{12,}", "ID", action), *sorted(fields))
        # A form that occurs on many pages is tried once.
        if shape in self.forms:
            return
        self.forms.add(shape)
        for name, value in itertools.product(fields or ["nothing"], VALUES):
            for sent, body in bodies(kind, fields, value, name):
                if random.random() > self.share:
                    continue
                self.sent += 1
                try:
                    answer = browser.ask(method.upper(), action, body, sent)
                    text = answer.read().decode()
                except Exception as error:
                    self.faults.append((shape, name, value[:20], repr(error)))
                    continue
                self.check((shape, name, value[:40]), answer, text)
                where = answer.getheader("Location")
                if where:
                    self.read(browser, where)


def fuzz(program, share=100, base="sqlite", seed=1):
    random.seed(seed)
    data = tempfile.mkdtemp(prefix="mousetrap-fuzz-")
    server = Server(program, data, database=Postgres() if base == "postgres" else None)
    more = [("hacks", "on"), ("sources", "on")]
    room, invitation, owner = server.room("samples", *more)
    right = open("solutions/1728/accepted/mouse_sets.py").read()
    people = [join(server.host, invitation, f"User {n}") for n in range(2)]
    pages = [browser.submit(room, right + f"\n# {n}\n") for n, browser in enumerate(people)]
    pages.append(people[0].submit(room, WRONG % "fuzz"))
    for browser, page in zip([*people, people[0]], pages):
        wait(browser, page)
    one = Fuzz(server, share / 100)
    began = time.time()
    kinds = [(people[0], ["/", f"/rooms/{room}", f"/rooms/{room}/hacks", *pages[::2], f"{pages[1]}/hack"]),
             (owner, ["/", "/rooms", "/queue", "/tokens", f"/rooms/{room}/manage", f"/rooms/{room}/settings"]),
             (Browser(server.host), ["/", f"/join/{invitation}", f"/enter/{server.owner}"])]
    # Forms that log the visitor out or close the room come last.
    late = r"/leave$|/enter/|/close$|/settings$|/rejudge$|/cancel$"
    for browser, start in kinds:
        forms = list(one.crawl(browser, start, r"/results/|/assets/|/language$"))
        one.odd_paths(browser, ["/", "/rooms", f"/rooms/{room}", "/submissions", pages[0], "/assets", "/join", "/enter",
                                f"/rooms/{room}/results", "/api/v1/suites"])
        forms.sort(key=lambda form: bool(re.search(late, form[1])))
        for form in forms:
            one.fill(browser, form)
    for kind in ["json", "html", "marks.csv"]:
        answer = owner.ask("GET", f"/rooms/{room}/results/{kind}")
        one.check(kind, answer, answer.read().decode(), page=False)
    assert owner.get("/healthz")[0] == 200 and owner.get("/readyz")[0] == 200
    server.stop()
    said = server.complaints()
    print(f"fuzz on {base}: {one.sent} bodies for {len(one.forms)} forms in {time.time() - began:.0f} s, statuses "
          f"{dict(sorted(one.statuses.items()))}")
    print("forms:", *sorted(action for action, *_ in one.forms))
    for fault in one.faults[:40]:
        print("fault:", *fault)
    print(said[:2000], end="")
    assert not one.faults and "panicked" not in said, (len(one.faults), said)
    shutil.rmtree(data)
