# Mistake: never moves past a letter that continues the previous block, so it loops forever on a
# run of more than nine letters. Smallest counterexample: "aaaaaaaaaa" (ten letters).
class Solution:
    def packRuns(self, text: str) -> str:
        packed = []
        start = 0
        while start < len(text):
            if start > 0 and text[start] == text[start - 1]:
                continue
            end = start + 1
            while end < len(text) and end - start < 9 and text[end] == text[start]:
                end += 1
            length = end - start
            packed.append(f'{length}{text[start]}' if length >= 3 else text[start:end])
            start = end
        return ''.join(packed)
