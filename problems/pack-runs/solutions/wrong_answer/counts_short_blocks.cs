// Mistake: writes a count if the run, instead of the block, is long enough. Smallest
// counterexample: "aaaaaaaaaa" (ten letters), which must become "9aa", not "9a1a".
public class Solution {
    public string PackRuns(string text) {
        var packed = new StringBuilder();
        for (int start = 0, end = 0; start < text.Length; start = end) {
            while (end < text.Length && text[end] == text[start]) end++;
            int length = end - start;
            if (length < 3) {
                packed.Append(text, start, length);
                continue;
            }
            for (; length > 0; length -= 9) packed.Append(Math.Min(length, 9)).Append(text[start]);
        }
        return packed.ToString();
    }
}
