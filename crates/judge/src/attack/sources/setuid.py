# A setuid program of the host, or a copy of a program, must run without additional rights.
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
            # The owner of the directory is the effective user and group of the process.
            owner = os.stat(f"/proc/{child}")
            raised |= (owner.st_uid, owner.st_gid) != (1000, 1000)
            seen += 1
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        return (mouseJump == 4) == (seen > 0 and not raised)
