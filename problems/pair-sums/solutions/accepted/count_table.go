// Counts the values in a table, then looks up the partner of each value up to half the target.

const maxValue = 1000

func pairSums(numbers []int, target int) [][]int {
	var counts [2*maxValue + 1]int
	for _, number := range numbers {
		counts[number+maxValue]++
	}
	pairs := [][]int{}
	for low := max(-maxValue, target-maxValue); 2*low <= target && low <= maxValue; low++ {
		high := target - low
		needed := 1
		if low == high {
			needed = 2
		}
		if counts[low+maxValue] >= needed && counts[high+maxValue] >= needed {
			pairs = append(pairs, []int{low, high})
		}
	}
	return pairs
}
