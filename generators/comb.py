#!/usr/bin/env python3
"""Draws combs for problem 1728: boards with a spine along the top, from which teeth hang.

comb.py TEETH SEED prints one board. The mouse, the cat and the food are in teeth, so both animals
must go through the spine, where they can meet.
"""

import random
import sys


def main() -> None:
    teeth, seed = int(sys.argv[1]), int(sys.argv[2])
    random.seed(seed)
    columns = min(8, 2 * teeth - 1)
    rows = random.randint(3, 8)
    depths = [random.randint(2, rows) for _ in range(columns)]
    board = [
        ["." if row == 0 or (column % 2 == 0 and row < depths[column]) else "#" for column in range(columns)]
        for row in range(rows)
    ]
    floor = [(row, column) for row in range(rows) for column in range(columns) if board[row][column] == "."]
    for piece, (row, column) in zip("CMF", random.sample(floor, 3)):
        board[row][column] = piece
    print(rows, columns, random.randint(1, 3), random.randint(1, 3))
    for row in board:
        print("".join(row))


main()
