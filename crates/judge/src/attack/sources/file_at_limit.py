# Writes a file of exactly the maximum size. One byte more is not allowed.
import os
class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        fd = os.open("/tmp/edge", os.O_CREAT | os.O_RDWR)
        os.truncate(fd, 64 << 20)
        try:
            os.truncate(fd, (64 << 20) + 1)
        except OSError:
            return mouseJump == 4
        return mouseJump != 4
