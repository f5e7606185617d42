// Looks for the partner of each number among the numbers before it. Stores the smaller value of
// each pair, so that no pair is added twice.
class Solution {
    public List<List<Integer>> pairSums(int[] numbers, int target) {
        Set<Integer> seen = new HashSet<>();
        Set<Integer> paired = new HashSet<>();
        List<List<Integer>> pairs = new ArrayList<>();
        for (int number : numbers) {
            int partner = target - number;
            if (seen.contains(partner) && paired.add(Math.min(number, partner))) {
                pairs.add(List.of(number, partner));
            }
            seen.add(number);
        }
        return pairs;
    }
}
