# Tries all pairs of positions; a set of sorted pairs removes duplicates.
class Solution:
    def pairSums(self, numbers: List[int], target: int) -> List[List[int]]:
        pairs = {
            (min(pair), max(pair))
            for pair in combinations(numbers, 2)
            if sum(pair) == target
        }
        return [list(pair) for pair in pairs]
