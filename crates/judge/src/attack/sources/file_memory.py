# Fills a file in memory until its size limit.
class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        try:
            with open("/tmp/big", "wb") as file:
                for _ in range(1000):
                    file.write(bytes(1 << 20))
        except OSError:
            return mouseJump == 4
        return mouseJump != 4
