"""Trials of `mousetrap serve` and `mousetrap worker` on real servers.

use                   the demo, `judge --server` compared with `judge`, a hack, a backup, and a
                      second server on the same data
kill N [postgres]     kills the server N times at random moments while clients submit, hack and
                      rejudge: each acknowledged submission must get one verdict
disks [SECONDS]       a disk that is full for this time, a read-only disk, a locked database:
                      nothing is acknowledged that is not stored; needs root
batches               a batch on one of two servers that share a PostgreSQL; server and client
                      are killed, and the other server judges the rest
two                   two servers on one PostgreSQL; one is killed, then PostgreSQL is
workers               `mousetrap worker`: rules of two servers, a wrong clock, kills and signals
chaos [ROUNDS] [SUBMISSIONS]
                      three workers in network namespaces; each round kills a worker and the
                      server, takes a link down, drops the packets of one, and kills
                      PostgreSQL, each during this number of submissions (51): nothing is lost
                      or counted twice; needs root; 40 rounds take 90 minutes
cost [SUBMISSIONS]    CPU time, SQL statements and claims per submission on 1, 2 and 8 workers
fuzz [PERCENT] [postgres]
                      unusual values in every field of every form, or in PERCENT of them
slow [CLIENTS] [SECONDS]
                      clients that send or read slowly: other clients get their pages
half [CLIENTS] [SECONDS]
                      clients that send half of a body: how long /healthz takes meanwhile
budget [FILE]         a correct slow program in a room that hides its cases; takes minutes
load SECONDS          200 watched pages, 50 submissions a minute: a line per minute on pages,
                      verdicts, memory and data, and the delay compared with the command line
gate                  short versions of some of these, for scripts/test
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
