# Splits the text into runs, and each run into blocks.
class Solution:
    def packRuns(self, text: str) -> str:
        packed = []
        for letter, run in groupby(text):
            length = len(list(run))
            while length > 0:
                block = min(length, 9)
                packed.append(f'{block}{letter}' if block >= 3 else letter * block)
                length -= block
        return ''.join(packed)
