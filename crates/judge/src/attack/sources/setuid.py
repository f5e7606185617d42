# A setuid program of the host, and one of its own, must run as anybody does.
import os, shutil, signal
class Solution:
    def canMouseWin(self, grid, catJump, mouseJump):
        shutil.copy("/usr/bin/sleep", "/tmp/own")
        os.chmod("/tmp/own", 0o6755)
        raised, seen = False, 0
        for program in "/tmp/own", "/usr/bin/su", "/usr/bin/passwd", "/usr/bin/mount":
            try:
                child = os.posix_spawn(program, [program, "1"], {}, file_actions=[(os.POSIX_SPAWN_CLOSE, fd) for fd in range(4)])
            except OSError:
                continue
            lines = open(f"/proc/{child}/status").read().splitlines()
            ids = {number for line in lines if line.startswith(("Uid:", "Gid:")) for number in line.split()[1:]}
            rights = {line.split()[1].strip("0") for line in lines if line.startswith("Cap")}
            raised |= ids != {"1000"} or rights != {""}
            seen += 1
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        return (mouseJump == 4) == (seen > 0 and not raised)
