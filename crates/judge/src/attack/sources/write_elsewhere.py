import os
class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        changed = False
        places = ["/left-by-an-attack", "/usr/left-by-an-attack", "/etc/passwd", "/dev/left-by-an-attack", "/proc/sys/kernel/core_pattern", "/usr/bin/python3"]
        places += [os.path.join("/prog", name) for name in os.listdir("/prog")] + ["/prog/left-by-an-attack", __file__]
        for path in places:
            try:
                open(path, "ab").close()
                changed = True
            except OSError:
                pass
        return (mouseJump == 4) != changed
