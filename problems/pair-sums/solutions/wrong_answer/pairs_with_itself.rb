# Mistake: pairs a value with itself, even if the value occurs only once. Smallest
# counterexample: [1] with target 2, which has no pair.

# @param {Integer[]} numbers
# @param {Integer} target
# @return {Integer[][]}
def pair_sums(numbers, target)
  values = numbers.to_set
  lows = values.select { |value| value <= target - value && values.include?(target - value) }
  lows.map { |low| [low, target - low] }
end
