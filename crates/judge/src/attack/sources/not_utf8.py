class Solution:
    # ÿþ
    pass
