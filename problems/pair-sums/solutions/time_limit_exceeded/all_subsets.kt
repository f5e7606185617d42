// Mistake: builds subsets of every size, although only subsets of two numbers matter. This takes
// exponential time: 30 numbers have a billion subsets.
class Solution {
    fun pairSums(numbers: IntArray, target: Int): List<List<Int>> {
        val pairs = mutableSetOf<List<Int>>()
        val chosen = mutableListOf<Int>()

        fun choose(index: Int) {
            if (index == numbers.size) {
                if (chosen.size == 2 && chosen.sum() == target) pairs += chosen.sorted()
                return
            }
            choose(index + 1)
            chosen += numbers[index]
            choose(index + 1)
            chosen.removeLast()
        }

        choose(0)
        return pairs.toList()
    }
}
