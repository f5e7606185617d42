def translated(text):
    """The text of a case as the driver reads it."""
    rows, _, cat_jump, mouse_jump, *grid = text.split()
    grid = [b"%d %b" % (len(row), row) for row in grid]
    return b"\n".join([rows, *grid, cat_jump, mouse_jump, b""])
