// Mistake: the table has room for all numbers, but not for all partners. Smallest
// counterexample: [-1] with target 1000, where the partner would be 1001.
public class Solution {
    private const int Max = 1000;

    public IList<IList<int>> PairSums(int[] numbers, int target) {
        var counts = new int[2 * Max + 1];
        foreach (int number in numbers) counts[number + Max]++;
        var pairs = new List<IList<int>>();
        foreach (int low in numbers.Distinct()) {
            int high = target - low;
            int needed = low == high ? 2 : 1;
            if (counts[high + Max] >= needed && low <= high) pairs.Add(new List<int> { low, high });
        }
        return pairs;
    }
}
