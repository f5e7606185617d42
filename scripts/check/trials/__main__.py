"""What `mousetrap serve` promises, tried on a server.

use                   the demo, `judge --server` and `judge`, a hack, a backup, and a second
                      server on the same data
kill N [postgres]     kills the server N times at random moments while many submit, hack and
                      have all judged again: what was acknowledged ends once, as it should
disks [SECONDS]       a disk that gets full for so long, one that becomes read-only, a locked
                      database: nothing is acknowledged that is not kept; needs root
batches               a client of one of two servers on one PostgreSQL; the server and the
                      client are killed, and the other server judges what is left
two                   two servers on one PostgreSQL; one is killed, then PostgreSQL is
workers               `mousetrap worker`: rules of two servers, a wrong clock, kills and signals
chaos [ROUNDS] [SUBMISSIONS]
                      three workers in network namespaces; each round kills a worker and the
                      server, takes a link down, drops the packets of one, and kills
                      PostgreSQL, each while so many submissions (51) are judged: nothing is
                      lost or counted twice; needs root; 40 rounds take 90 minutes
cost [SUBMISSIONS]    CPU time, SQL statements and claims of a submission on 1, 2 and 8 workers
fuzz [PERCENT] [postgres]
                      unusual values in every field of every form of every page;
                      PERCENT of all there is
slow [CLIENTS] [SECONDS]
                      clients that send or read slowly: pages are there for others
half [CLIENTS] [SECONDS]
                      clients that send half of a body: how long /healthz takes meanwhile
budget [FILE]         a right program that is slow, in a room that hides its cases: minutes
load SECONDS          200 pages that watch, 50 submissions a minute: a line for each minute on
                      pages, verdicts, memory and data; by how much verdicts come later than
                      on the command line
gate                  a little of the above, for scripts/test
"""

import sys

from batches import batches
from budget import budget
from chaos import chaos
from cost import cost
from disks import disks
from fuzz import fuzz
from kill import kill
from load import load
from several import two
from slow import half, slow
from use import use
from workers import workers


def gate(program):
    use(program)
    kill(program, 3)
    fuzz(program, 2, "postgres")


COMMANDS = {command.__name__: command for command in [use, kill, batches, disks, two, workers, chaos, cost, fuzz, slow, half, budget, load, gate]}

if __name__ == "__main__":
    program, *words = sys.argv[1:]
    if not words or words[0] not in COMMANDS:
        sys.exit(__doc__)
    COMMANDS[words[0]](program, *(int(word) if word.isdigit() else word for word in words[1:]))
