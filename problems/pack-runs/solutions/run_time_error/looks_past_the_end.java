// Mistake: compares a letter with the next two, but checks only that one more letter exists.
// Smallest counterexample: "aa".
class Solution {
    public String packRuns(String text) {
        StringBuilder packed = new StringBuilder();
        int start = 0;
        while (start < text.length()) {
            char letter = text.charAt(start);
            boolean isLong = start + 1 < text.length()
                && text.charAt(start + 1) == letter
                && text.charAt(start + 2) == letter;
            if (!isLong) {
                packed.append(letter);
                start++;
                continue;
            }
            int end = start;
            while (end < text.length() && end - start < 9 && text.charAt(end) == letter) end++;
            packed.append(end - start).append(letter);
            start = end;
        }
        return packed.toString();
    }
}
