# Padded with comments beyond what a source may have.
class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        return mouseJump == 4
