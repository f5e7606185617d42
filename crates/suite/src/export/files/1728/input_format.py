def to_driver_format(text):
    """Converts a case to the format that the driver reads."""
    rows, _, cat_jump, mouse_jump, *grid = text.split()
    grid = [b"%d %b" % (len(row), row) for row in grid]
    return b"\n".join([rows, *grid, cat_jump, mouse_jump, b""])
