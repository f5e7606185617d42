"""Accepts exactly the legal inputs of Cat and Mouse II:
rows cols catJump mouseJump, then the rows of the board.
"""

from strict import Text

text = Text()
rows = text.number("rows", 1, 8)
text.space()
cols = text.number("cols", 1, 8)
text.space()
text.number("catJump", 1, 8)
text.space()
text.number("mouseJump", 1, 8)
text.newline()
board = ""
for _ in range(rows):
    for _ in range(cols):
        board += text.one_of(".#CMF")
    text.newline()
for animal in "CMF":
    text.expect(board.count(animal) == 1, f"there must be exactly one {animal}")
text.end()
