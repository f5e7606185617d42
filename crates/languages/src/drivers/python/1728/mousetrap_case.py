"""The arguments of canMouseWin."""

ENTRY = "canMouseWin"


def arguments(first, read):
    rows, _, cat_jump, mouse_jump = map(int, first.split())
    return [read().decode().strip() for _ in range(rows)], cat_jump, mouse_jump
