# Counts each value, and looks up the partner of each different value.
class Solution:
    def pairSums(self, numbers: List[int], target: int) -> List[List[int]]:
        counts = Counter(numbers)
        pairs = []
        for value in counts:
            partner = target - value
            if value < partner and partner in counts:
                pairs.append([value, partner])
            elif value == partner and counts[value] >= 2:
                pairs.append([value, value])
        return pairs
