# Runs twice: the second process must find no files of the first process.
import os
DIRECTORIES = ["/", "/tmp", "/var/tmp", "/box", "/dev", "/dev/shm", "/run", "/usr", "/root", "/home"]
PLACES = [os.path.join(directory, "left-by-an-attack") for directory in DIRECTORIES]
FOUND = any(map(os.path.exists, PLACES))
for place in PLACES:
    try:
        open(place, "w").close()
    except OSError:
        pass
class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        return (mouseJump == 4) != FOUND
