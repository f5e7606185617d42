"""The argument of catMouseGame."""

ENTRY = "catMouseGame"


def arguments(first, read):
    return ([[int(node) for node in read().split()[1:]] for _ in range(int(first))],)
