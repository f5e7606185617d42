"""Reads text that has one right form only: single spaces, "\\n" at the end of
each line, numbers without sign and leading zeros, nothing before or after.
Leaves with 42 when all is well, and with 43 and a reason when not.

Called with --constraints_file FILE, it writes there which of its bounds were
reached, a line for each variable:
    place name reached-low reached-high smallest largest low high
"""

import sys

ACCEPTED, REJECTED = 42, 43


class Text:
    def __init__(self):
        # Every byte is a character, so that none is refused before it is read.
        self.text = sys.stdin.buffer.read().decode("latin-1")
        self.at = 0
        self.bounds = {}

    def reject(self, why):
        """Ends the program: the text breaks a rule, here."""
        before = self.text[: self.at]
        line, column = before.count("\n") + 1, self.at - before.rfind("\n")
        print(f"line {line}, column {column}: {why}", file=sys.stderr)
        sys.exit(REJECTED)

    def expect(self, right, why):
        if not right:
            self.reject(why)

    def peek(self):
        return self.text[self.at : self.at + 1]

    def character(self, wanted, name):
        self.expect(self.peek() == wanted, f"{name} expected")
        self.at += 1

    def space(self):
        self.character(" ", "a single space")

    def newline(self):
        self.character("\n", "the end of the line")

    def one_of(self, alphabet):
        """One of the characters of `alphabet`."""
        found = self.peek()
        self.expect(found and found in alphabet, f"one of the characters {alphabet} expected")
        self.at += 1
        return found

    def number(self, name, low, high):
        """A whole number from low to high. Bounds are kept by the name."""
        end = self.at
        while self.text[end : end + 1] in tuple("0123456789"):
            end += 1
        digits = self.text[self.at : end]
        canonical = 0 < len(digits) < 10 and (digits == "0" or digits[0] != "0")
        self.expect(canonical, f"{name} must be a whole number without sign and leading zeros")
        value = int(digits)
        self.expect(low <= value <= high, f"{name} must be from {low} to {high}, but is {value}")
        self.at = end
        self.bounds.setdefault(name, []).append((value, low, high))
        return value

    def end(self):
        """Ends the program: the text must be over, and then all is well."""
        self.expect(self.at == len(self.text), "nothing may follow")
        if "--constraints_file" in sys.argv[:-1]:
            with open(sys.argv[sys.argv.index("--constraints_file") + 1], "w") as file:
                for name, seen in self.bounds.items():
                    values, lows, highs = zip(*seen)
                    low = int(any(value == low for value, low, _ in seen))
                    high = int(any(value == high for value, _, high in seen))
                    print(
                        f"py:{name}", name, low, high,
                        min(values), max(values), min(lows), max(highs), file=file,
                    )
        sys.exit(ACCEPTED)
