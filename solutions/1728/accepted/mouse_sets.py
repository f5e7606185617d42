# Sets of mouse cells as integers, one per cat cell, a complete program. A jump over
# the whole board is a shift of a set, on a board with a rim of wall on one side.
import sys

MAX_MOVES = 1000


def spread(cells, jump, floor, width):
    """All cells that one move from any of the given cells reaches."""
    reached = cells
    for shift in (1, -1, width, -width):
        front = cells
        for _ in range(jump):
            front = (front << shift if shift > 0 else front >> -shift) & floor
            if not front:
                break
            reached |= front
    return reached


def mouse_wins(lines, cat_jump, mouse_jump):
    width = len(lines[0]) + 1  # the rim stops jumps from running into the next row
    board = '#'.join(lines)
    floor = sum(1 << cell for cell, what in enumerate(board) if what != '#')
    mouse, cat, food = (board.index(what) for what in 'MCF')

    places = [cell for cell, what in enumerate(board) if what not in '#F']
    replies = {}
    for place in places:
        reach = spread(1 << place, cat_jump, floor, width)
        replies[place] = [to for to in range(len(board)) if reach >> to & 1]

    # wins[c]: mouse cells that win with the mouse to move and the cat on c
    wins = dict.fromkeys([*places, food], 0)
    for _ in range(1, MAX_MOVES + 1, 2):
        grown = {food: 0}
        for place in places:
            safe = floor
            for to in replies[place]:
                safe &= wins[to]
                if not safe:
                    break
            safe = (safe | 1 << food) & ~(1 << place)
            grown[place] = spread(safe, mouse_jump, floor, width) & ~(1 << place) & ~(1 << food)
        if grown[cat] >> mouse & 1:
            return True
        if grown == wins:
            return False
        wins = grown
    return False


def main():
    rows, _, cat_jump, mouse_jump = map(int, sys.stdin.readline().split())
    lines = [sys.stdin.readline().strip() for _ in range(rows)]
    print('true' if mouse_wins(lines, cat_jump, mouse_jump) else 'false')


if __name__ == '__main__':
    main()
