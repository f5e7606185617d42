# Prints a tree in which most nodes receive enough water, because random trees wither after a few
# levels. The argument is the seed.
import json
import random
import sys
from collections import deque

random.seed(int(sys.argv[1]))
water = random.randint(0, 10_000)
nodes_left = random.randint(1, 200)
two_children = random.choice([0.02, 0.05, 0.2])

root = []
shares = deque([water])  # The water that each of the next nodes receives; None for a missing node.
while shares:
    share = shares.popleft()
    if share is None or nodes_left == 0:
        root.append(None)
        continue
    nodes_left -= 1
    need = random.randint(0, min(100, share // 10 + 1))
    root.append(need)
    rest = max(0, share - need)
    if random.random() < two_children:
        shares.extend([rest // 2, rest // 2])
    else:
        shares.extend(random.sample([rest, None], 2))

while root and root[-1] is None:
    root.pop()
print(json.dumps([root, water]))
