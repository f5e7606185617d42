class Solution:
    # ÿþ
    pass
