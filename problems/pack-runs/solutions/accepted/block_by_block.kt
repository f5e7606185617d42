// Takes one block after another from the front of the text.
class Solution {
    fun packRuns(text: String): String = buildString {
        var start = 0
        while (start < text.length) {
            var end = start + 1
            while (end < text.length && end - start < 9 && text[end] == text[start]) end++
            if (end - start >= 3) append(end - start).append(text[start]) else append(text, start, end)
            start = end
        }
    }
}
